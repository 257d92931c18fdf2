// HDU 4778 "Gems Fight!", the published memoised recursion: O(2^B B G) a case.
//
// A state is the set of bags left, a bit each. The cooker (gems by colour) and the number of stones
// still to come are passed down; both are functions of the set, so the set alone is the key.
// most[left] = the most stones the player to move can still get.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int max_colours = 8;
constexpr int max_bags = 21;
constexpr std::int16_t unknown = -1;

using Gems = std::array<int, max_colours>;

int melt;
std::vector<Gems> bags;
std::vector<std::int16_t> most;

int solve(unsigned left, const Gems& cooker, int to_come) {
    if (left == 0 || to_come == 0) return 0;
    if (most[left] != unknown) return most[left];
    int best = 0;
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        const auto bag = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned after = left ^ 1U << bag;
        Gems poured = cooker;
        int stones = 0;
        for (unsigned c = 0; c < max_colours; ++c) {
            for (poured[c] += bags[bag][c]; poured[c] >= melt; poured[c] -= melt) ++stones;
        }
        const int got = stones > 0 ? stones + solve(after, poured, to_come - stones)
                                   : to_come - solve(after, poured, to_come);
        best = std::max(best, got);
    }
    most[left] = static_cast<std::int16_t>(best);
    return best;
}

}  // namespace

int main() {
    int colours = 0;
    int count = 0;
    while (std::scanf("%d %d %d", &colours, &count, &melt) == 3) {
        if (colours == 0 && count == 0 && melt == 0) break;
        if (colours < 0 || colours > max_colours || count < 0 || count > max_bags ||
            (melt < 1 && count > 0)) {
            std::fprintf(stderr, "outside the limits: %d %d %d\n", colours, count, melt);
            return 1;
        }
        bags.assign(static_cast<std::size_t>(count), Gems{});
        Gems all{};
        for (Gems& bag : bags) {
            int gems = 0;
            if (std::scanf("%d", &gems) != 1) return 1;
            for (; gems > 0; --gems) {
                int colour = 0;
                if (std::scanf("%d", &colour) != 1) return 1;
                if (colour < 1 || colour > colours) continue;
                ++bag[static_cast<unsigned>(colour - 1)];
                ++all[static_cast<unsigned>(colour - 1)];
            }
        }
        int stones = 0;
        if (count > 0) {
            for (const int gems : all) stones += gems / melt;
        }
        const unsigned every_bag = (1U << count) - 1;
        most.assign(std::size_t{every_bag} + 1, unknown);
        std::printf("%d\n", 2 * solve(every_bag, Gems{}, stones) - stones);
    }
}
