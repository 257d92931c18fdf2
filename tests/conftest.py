"""Hypothesis profiles: `ci` (default) and `long`, chosen by PERFECTPLAY_TESTS=long."""

import os
import signal

from hypothesis import HealthCheck, settings

slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", max_examples=500, deadline=None, suppress_health_check=slow_is_fine)
settings.register_profile(
    "long", max_examples=20_000, deadline=None, suppress_health_check=slow_is_fine
)
settings.load_profile(os.environ.get("PERFECTPLAY_TESTS", "ci"))

# Ctrl-C is tested, also where the tests run in the background of a script, which ignores it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
