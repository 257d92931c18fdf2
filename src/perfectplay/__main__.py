"""`python -m perfectplay` is the command line."""

from .cli import main

main()
