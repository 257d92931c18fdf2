// The core without Python: every path, width, rule and thread count against the plain recurrences on
// random games. Built with sanitizers by the project's test command; prints one line and exits with 0,
// or says what differs and exits with 1.
#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../paths.hpp"
#include "../table.hpp"
#include "search_test.hpp"
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

// Nimbers in the same way, from the sets of nimbers that moves lead to.
std::vector<int> nimbers_of(unsigned items, const std::vector<int>& points) {
    constexpr unsigned loony = 63;
    std::vector<int> nimbers(points.size());
    for (Mask taken = nimbers.size(); taken-- > 0;) {
        std::bitset<64> passed;
        std::bitset<64> completed;
        for (unsigned item = 0; item < items; ++item) {
            if (taken >> item & 1) continue;
            const Mask after = taken | Mask{1} << item;
            const int nimber = nimbers[after];
            auto& set = points[after] > points[taken] ? completed : passed;
            set.set(nimber == kLoony ? loony : static_cast<unsigned>(nimber));
        }
        passed.reset(loony);
        unsigned nimber = 0;  // the first missing in `passed`, or the first in `completed`
        while (completed.any() ? !completed[nimber] : passed[nimber]) ++nimber;
        if (completed.count() > 1 || (completed.any() && passed[nimber])) nimber = loony;
        nimbers[taken] = nimber == loony ? kLoony : static_cast<int>(nimber);
    }
    return nimbers;
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

void compare(const Table& table, const std::vector<int>& values, const std::string& what) {
    for (Mask taken = 0; taken < values.size(); ++taken) {
        ++compared;
        if (table.value(taken) == values[taken]) continue;
        std::printf("%s: position %llx has %d, not %d\n", what.c_str(),
                    static_cast<unsigned long long>(taken), table.value(taken), values[taken]);
        std::exit(1);
    }
}

// Solves tables of the game in every way and compares them with the values.
template <class Kind, class Solve>
void check_tables(const std::string& game, unsigned items, const Kind& score, int total,
                  const std::vector<int>& values, const Solve& solve) {
    for (const Path* path : usable_paths()) {
        for (const unsigned bytes : {1U, 2U}) {
            if (bytes == 1 && total > 127) continue;
            for (const unsigned threads : {1U, 3U}) {
                for (const bool count_alike : {false, true}) {
                    Table table(items, Score{score}, bytes, *path, count_alike);
                    Progress progress;
                    table.prepare(threads, progress);
                    solve(table, threads, progress);
                    compare(table, values,
                            game + ", " + path->name + ", " + std::to_string(bytes) + " bytes, " +
                                std::to_string(threads) + " threads, alike " +
                                std::to_string(count_alike));
                }
            }
        }
    }
}

template <class Kind>
void check(const char* kind, unsigned items, const Kind& score, Rules rules) {
    const std::vector<int> points = points_of(items, score);
    const std::string game = std::string(kind) + ", " + std::to_string(items) + " items, turn " +
                             std::to_string(static_cast<int>(rules.turn)) + ", objective " +
                             std::to_string(static_cast<int>(rules.objective));
    check_tables(game, items, score, points.back(), values_of(items, points, rules),
                 [&](Table& table, unsigned threads, Progress& progress) {
                     table.solve(rules, threads, progress);
                 });
    if (rules.turn == Turn::bonus && rules.objective == Objective::last) {
        check_tables("nimbers of " + game, items, score, points.back(), nimbers_of(items, points),
                     [](Table& table, unsigned threads, Progress& progress) {
                         table.solve_nimbers(threads, progress);
                     });
    }
}

// A sum of two games with the nimbers 7 and 8, found by trying many, and of half a chain opened, which
// makes 15 the nimber of completing and of other moves: it is too large for the kernels.
void check_large_nimbers() {
    Regions regions;
    for (const Mask mask : {0x9e, 0x1ee, 0x12a, 0x2a, 0x56, 0x7a}) regions.masks.push_back(mask);
    for (const Mask mask : {0x3a, 0x5ed, 0x5d2, 0x6d1, 0x20a, 0x2fa, 0x11b, 0xa6, 0x658, 0x7a, 0x290}) {
        regions.masks.push_back(mask << 9);
    }
    for (const Mask mask : {1, 3}) regions.masks.push_back(mask << 20);
    regions.weights.assign(regions.masks.size(), 1);
    const std::vector<int> nimbers = nimbers_of(22, points_of(22, regions));
    if (std::count(nimbers.begin(), nimbers.end(), kLargeNimber) == 0) {
        std::printf("no nimber is large\n");
        std::exit(1);
    }
    for (const Path* path : usable_paths()) {
        Table table(22, Score{regions}, 1, *path, true);
        Progress progress;
        table.prepare(3, progress);
        table.solve_nimbers(3, progress);
        compare(table, nimbers, std::string("large nimbers, ") + path->name);
    }
}

void check_stop() {
    Rng rng(1);
    Table table(20, Score{random_regions(rng, 20)}, 1, *usable_paths().front(), false);
    Progress progress;
    table.prepare(2, progress);
    progress.stop = true;
    table.solve({}, 2, progress);
    table.solve_nimbers(2, progress);
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
    check_large_nimbers();
    check_stop();
    SearchTest search(2026);
    for (unsigned long round = 0; round < 50 * rounds; ++round) search.round();
    test::check_heaps(2 * rounds);
    test::check_inference(rounds);
    std::printf("core: %lu values agree with the recurrences\n", compared + search.compared());
    return 0;
}
