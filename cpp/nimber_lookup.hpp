// Sets of nimbers on machines that look up all lanes of a register at once: path_avx2.cpp and
// path_avx512.cpp include this after they have defined `lookup` and other operations on Lanes.
#include "kernel.hpp"

namespace perfectplay {
namespace {

struct NimberTables {
    // the two bytes of the set of one nimber; 15 is in no set, and so are the low bits of kLoony
    std::int8_t low[16] = {};
    std::int8_t high[16] = {};
    // the least number missing in a quarter of a set, or more than 15
    std::int8_t missing[4][16] = {};

    constexpr NimberTables() {
        for (unsigned x = 0; x < kLargeNimber; ++x) {
            (x < 8 ? low : high)[x] = static_cast<std::int8_t>(x == 7 ? -128 : 1 << x % 8);
        }
        for (unsigned quarter = 0; quarter < 4; ++quarter) {
            for (unsigned set = 0; set < 16; ++set) {
                unsigned x = 0;
                while (x < 4 && (set >> x & 1)) ++x;
                missing[quarter][set] = static_cast<std::int8_t>(x < 4 ? 4 * quarter + x : 64);
            }
        }
    }
};
static_assert(kLoony % 16 == kLargeNimber);
alignas(64) constexpr NimberTables kNimberTables;

// For each lane a set of nimbers 0..14: bit x % 8 of the byte x / 8.
class NimberSets {
public:
    void add(Lanes<std::int8_t> nimbers) {
        low_ = either(low_, lookup(kNimberTables.low, nimbers));
        high_ = either(high_, lookup(kNimberTables.high, nimbers));
    }
    LaneMask<std::int8_t> have(Lanes<std::int8_t> nimbers) const {
        return differ(either(both(lookup(kNimberTables.low, nimbers), low_),
                             both(lookup(kNimberTables.high, nimbers), high_)),
                      Lanes<std::int8_t>::fill(0));
    }
    // 15 where nothing is missing.
    Lanes<std::int8_t> least_missing() const {
        const auto& missing = kNimberTables.missing;
        const auto in_low = min(lookup(missing[0], low_half(low_)), lookup(missing[1], high_half(low_)));
        const auto in_high =
            min(lookup(missing[2], low_half(high_)), lookup(missing[3], high_half(high_)));
        return min(in_low, in_high);
    }

private:
    Lanes<std::int8_t> low_ = Lanes<std::int8_t>::fill(0);
    Lanes<std::int8_t> high_ = Lanes<std::int8_t>::fill(0);
};

}  // namespace
}  // namespace perfectplay
