// The core without Python: every path, width, rule and thread count against the plain recurrence on
// random games. Built with sanitizers by the project's test command; prints one line and exits with 0,
// or says what differs and exits with 1.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../paths.hpp"
#include "../table.hpp"
#include "heaps_test.hpp"
#include "infer_test.hpp"

using namespace perfectplay;

namespace {

using Rng = std::mt19937;

unsigned pick(Rng& rng, unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(rng);
}

// F of all sets, by the definition of each kind of score.
std::vector<int> points_of(unsigned items, const Regions& regions) {
    std::vector<int> points(std::size_t{1} << items);
    for (Mask set = 0; set < points.size(); ++set) {
        for (std::size_t k = 0; k < regions.masks.size(); ++k) {
            if ((regions.masks[k] & ~set) == 0) points[set] += regions.weights[k];
        }
    }
    return points;
}
std::vector<int> points_of(unsigned items, const Gems& gems) {
    std::vector<int> points(std::size_t{1} << items);
    for (Mask set = 0; set < points.size(); ++set) {
        for (std::size_t c = 0; c < gems.cooker.size(); ++c) {
            std::int64_t poured = gems.cooker[c];
            for (unsigned i = 0; i < items; ++i) {
                if (set >> i & 1) poured += gems.bags[i][c];
            }
            points[set] += static_cast<int>(poured / gems.melt);
        }
    }
    return points;
}
std::vector<int> points_of(unsigned, const Function& function) {
    return {function.points.begin(), function.points.end()};
}

// The recurrence, position by position from the last one down.
std::vector<int> values_of(unsigned items, const std::vector<int>& points, Rules rules) {
    std::vector<int> values(points.size());
    for (Mask taken = values.size(); taken-- > 0;) {
        bool any = false;
        int best = final_value(rules);
        for (unsigned item = 0; item < items; ++item) {
            if (taken >> item & 1) continue;
            const Mask after = taken | Mask{1} << item;
            const int gain = points[after] - points[taken];
            const bool keeps = rules.turn == Turn::bonus && gain > 0;
            const int counted = rules.objective == Objective::last ? 0 : gain;
            const int value = counted + (keeps ? values[after] : -values[after]);
            const bool better = rules.objective == Objective::fewest ? value < best : value > best;
            if (!any || better) best = value;
            any = true;
        }
        values[taken] = best;
    }
    return values;
}

Regions random_regions(Rng& rng, unsigned items) {
    Regions regions;
    const unsigned most = pick(rng, 2, 4);
    for (unsigned k = pick(rng, 0, 2 * items); k > 0 && items > 0; --k) {
        Mask mask = 0;
        for (unsigned i = pick(rng, 1, most); i > 0; --i) mask |= Mask{1} << pick(rng, 0, items - 1);
        regions.masks.push_back(mask);
        regions.weights.push_back(static_cast<std::int32_t>(pick(rng, 1, 2)));
    }
    return regions;
}

Gems random_gems(Rng& rng, unsigned items) {
    Gems gems;
    gems.melt = pick(rng, 1, 7);
    const unsigned colours = pick(rng, 0, 3);
    const unsigned most = pick(rng, 1, 4);
    for (unsigned c = 0; c < colours; ++c) {
        gems.cooker.push_back(pick(rng, 0, static_cast<unsigned>(gems.melt) - 1));
    }
    for (unsigned i = 0; i < items; ++i) {
        auto& bag = gems.bags.emplace_back();
        for (unsigned c = 0; c < colours; ++c) bag.push_back(pick(rng, 0, most));
    }
    return gems;
}

Function random_function(Rng& rng, unsigned items) {
    Function function;
    function.points.resize(std::size_t{1} << items);
    for (Mask set = 1; set < function.points.size(); ++set) {
        std::int16_t most = 0;
        for (unsigned i = 0; i < items; ++i) {
            if (set >> i & 1) most = std::max(most, function.points[set ^ Mask{1} << i]);
        }
        function.points[set] = static_cast<std::int16_t>(most + (pick(rng, 0, 5) == 0));
    }
    return function;
}

unsigned long compared = 0;

template <class Kind>
void check(const char* kind, unsigned items, const Kind& score, Rules rules) {
    const std::vector<int> points = points_of(items, score);
    const std::vector<int> values = values_of(items, points, rules);
    for (const Path* path : usable_paths()) {
        for (const unsigned bytes : {1U, 2U}) {
            if (bytes == 1 && points.back() > 127) continue;
            for (const unsigned threads : {1U, 3U}) {
                for (const bool count_alike : {false, true}) {
                    Table table(items, Score{score}, bytes, *path, count_alike);
                    Progress progress;
                    table.prepare(threads, progress);
                    table.solve(rules, threads, progress);
                    for (Mask taken = 0; taken < values.size(); ++taken) {
                        ++compared;
                        if (table.value(taken) == values[taken]) continue;
                        std::printf("%s, %u items, turn %d, objective %d, %s, %u bytes, %u threads, "
                                    "alike %d: position %llx has %d, not %d\n",
                                    kind, items, static_cast<int>(rules.turn),
                                    static_cast<int>(rules.objective), path->name, bytes, threads,
                                    count_alike, static_cast<unsigned long long>(taken),
                                    table.value(taken), values[taken]);
                        std::exit(1);
                    }
                }
            }
        }
    }
}

void check_stop() {
    Rng rng(1);
    Table table(20, Score{random_regions(rng, 20)}, 1, *usable_paths().front(), false);
    Progress progress;
    table.prepare(2, progress);
    progress.stop = true;
    table.solve({}, 2, progress);
    if (progress.done > (Mask{1} << 20) / 2) {
        std::printf("a stopped table went on\n");
        std::exit(1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const unsigned long rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20;
    Rng rng(2026);
    for (unsigned long round = 0; round < rounds; ++round) {
        for (const Turn turn : {Turn::bonus, Turn::alternate}) {
            for (const Objective objective : {Objective::most, Objective::fewest, Objective::last}) {
                // mostly around one block, now and then with several levels of runs
                const unsigned items = round % 10 == 9 ? pick(rng, 17, 19) : pick(rng, 0, 15);
                const Rules rules{turn, objective};
                check("regions", items, random_regions(rng, items), rules);
                check("gems", items, random_gems(rng, items), rules);
                check("function", items, random_function(rng, items), rules);
            }
        }
    }
    check_stop();
    test::check_heaps(2 * rounds);
    test::check_inference(rounds);
    std::printf("core: %lu values agree with the recurrence\n", compared);
    return 0;
}
