// HDU 4778 "Gems Fight!", the published bottom-up algorithm: O(2^B B G) a case.
//
// A state is the set of bags left, a bit each, and sets are solved in rising order. For every set
// the cooker is recomputed from the bags taken, then each bag left is tried with its colours.
// margin[left] = the stones the player to move will still make minus those of the opponent.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

namespace {

constexpr int max_colours = 8;
constexpr int max_bags = 21;

struct Bag {
    std::array<int, max_colours> gems{};        // by colour
    std::vector<std::pair<int, int>> contents;  // (colour, gems), the colours in it only
};

std::vector<std::int16_t> margin(std::size_t{1} << max_bags);

int solve(const std::vector<Bag>& bags, int melt) {
    const unsigned sets = 1U << bags.size();
    margin[0] = 0;
    for (unsigned left = 1; left < sets; ++left) {
        std::array<int, max_colours> cooker{};
        for (unsigned b = 0; b < bags.size(); ++b) {
            if (left >> b & 1U) continue;
            for (unsigned c = 0; c < max_colours; ++c) cooker[c] += bags[b].gems[c];
        }
        for (int& gems : cooker) gems %= melt;

        int best = std::numeric_limits<int>::min();
        for (unsigned b = 0; b < bags.size(); ++b) {
            if (!(left >> b & 1U)) continue;
            int stones = 0;
            for (const auto& [colour, gems] : bags[b].contents) {
                stones += (cooker[static_cast<unsigned>(colour)] + gems) / melt;
            }
            const int after = margin[left ^ 1U << b];
            best = std::max(best, stones > 0 ? stones + after : -after);
        }
        margin[left] = static_cast<std::int16_t>(best);
    }
    return margin[sets - 1];
}

}  // namespace

int main() {
    int colours = 0;
    int count = 0;
    int melt = 0;
    while (std::scanf("%d %d %d", &colours, &count, &melt) == 3) {
        if (colours == 0 && count == 0 && melt == 0) break;
        if (colours < 0 || colours > max_colours || count < 0 || count > max_bags ||
            (melt < 1 && count > 0)) {
            std::fprintf(stderr, "outside the limits: %d %d %d\n", colours, count, melt);
            return 1;
        }
        std::vector<Bag> bags(static_cast<std::size_t>(count));
        for (Bag& bag : bags) {
            int gems = 0;
            if (std::scanf("%d", &gems) != 1) return 1;
            for (; gems > 0; --gems) {
                int colour = 0;
                if (std::scanf("%d", &colour) != 1) return 1;
                if (1 <= colour && colour <= colours) ++bag.gems[static_cast<unsigned>(colour - 1)];
            }
            for (int c = 0; c < colours; ++c) {
                const int amount = bag.gems[static_cast<unsigned>(c)];
                if (amount > 0) bag.contents.emplace_back(c, amount);
            }
        }
        std::printf("%d\n", solve(bags, melt));
    }
}
