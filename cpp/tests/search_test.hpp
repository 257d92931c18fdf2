// The search against plain recursion, on random graphs and random regions, with tables that have to grow.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "../search/engine.hpp"

namespace perfectplay {

class SearchTest {
public:
    explicit SearchTest(unsigned seed) : rng_(seed) {}

    // Checks a random graph of strings and coins, and its regions under random rules.
    void round() {
        const unsigned coins = pick(1, 8), strings = pick(coins, 12);
        std::vector<std::array<int, 2>> ends;
        Regions regions{std::vector<Mask>(coins, 0), std::vector<std::int32_t>(coins, 1)};
        for (unsigned s = 0; s < strings; ++s) {
            const auto a = static_cast<int>(pick(0, coins - 1));
            const auto b = static_cast<int>(pick(0, coins)) - 1;
            ends.push_back({a, b == a ? kGround : b});
            for (const int coin : ends.back()) {
                if (coin != kGround) regions.masks[static_cast<std::size_t>(coin)] |= bit_of(static_cast<int>(s));
            }
        }
        Techniques techniques;
        techniques.lookahead = pick(0, 3) != 0;
        techniques.many_moves = pick(1, 6);
        techniques.loose = pick(0, 3) != 0;
        techniques.relabel = pick(0, 1) != 0;
        StringsModel model(StringGraph(ends, coins), {}, techniques);
        EngineOf<StringsModel> by_theory(std::move(model), 64, 1 << 16, false, techniques);
        check(by_theory, strings, regions, Rules{});

        for (auto& weight : regions.weights) weight = static_cast<std::int32_t>(pick(1, 300));
        const Rules rules{pick(0, 1) ? Turn::bonus : Turn::alternate, Objective(pick(0, 2))};
        int total = 0;
        for (std::size_t c = 0; c < coins; ++c) total += regions.masks[c] ? regions.weights[c] : 0;
        SetsModel<RegionsScore> sets(strings, RegionsScore(strings, regions), total, rules, {}, {});
        EngineOf<SetsModel<RegionsScore>> plain(std::move(sets), 64, 1 << 16, true, techniques);
        check(plain, strings, regions, rules);
    }

    unsigned long compared() const { return compared_; }

private:
    unsigned pick(unsigned low, unsigned high) {
        return std::uniform_int_distribution<unsigned>(low, high)(rng_);
    }

    // The recurrence itself, maximised; see rules.hpp for signs.
    int value(Mask free, const Regions& regions, Rules rules, std::map<Mask, int>& known) {
        if (free == 0) return final_value(rules);
        if (const auto found = known.find(free); found != known.end()) return found->second;
        int best = -1'000'000;
        for (Mask left = free; left; left &= left - 1) {
            const Mask item = left & -left;
            int gain = 0;
            for (std::size_t r = 0; r < regions.masks.size(); ++r) {
                if ((regions.masks[r] & free) == item) gain += regions.weights[r];
            }
            const int after = value(free & ~item, regions, rules, known);
            const bool keeps = rules.turn == Turn::bonus && gain > 0;
            best = std::max(best, gain * sign_of(rules.objective) + (keeps ? after : -after));
        }
        return known[free] = best;
    }

    void check(Engine& engine, unsigned items, const Regions& regions, Rules rules) {
        std::map<Mask, int> known;
        const Mask all = (Mask{1} << items) - 1;
        for (unsigned k = 0; k < 8; ++k) {
            const Mask free = k == 0 ? all : all & rng_() & (rng_() | rng_());
            const int right = value(free, regions, rules, known);
            Progress progress;
            const int b = right + static_cast<int>(pick(0, 4)) - 2;
            const Bounds found = engine.ask(free, b, pick(1, 2), ~std::uint64_t{0}, progress);
            ++compared_;
            if (found.low > right || found.high < right || (found.low < b && found.high >= b)) {
                std::printf("search: %d..%d at bound %d, but the value is %d\n", found.low, found.high, b, right);
                std::exit(1);
            }
        }
    }

    std::mt19937_64 rng_;
    unsigned long compared_ = 0;
};

}  // namespace perfectplay
