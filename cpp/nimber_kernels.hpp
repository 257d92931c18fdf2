// The block kernel for nimbers (see nimber.hpp), written once; a file per machine includes it after
// block_kernels.hpp and a class NimberSets, for each lane a set of nimbers below kLargeNimber:
//
//     add(row)           adds the nimbers of a row that are not loony, each to the set of its lane
//     have(row)          where they are in the set; loony ones never are
//     least_missing()    kLargeNimber where nothing is missing
#include "kernel.hpp"

namespace perfectplay {
namespace {

// What the moves of a row of positions lead to.
struct Options {
    using Row = Lanes<std::int8_t>;
    using Where = LaneMask<std::int8_t>;

    NimberSets passed;  // by moves that complete nothing
    // the extremes of those that complete something, kLoony if one of them is loony
    Row least = Row::fill(kLoony);
    Row most = Row::fill(-1);

    void pass(Row child) { passed.add(child); }
    void pass(Where lanes, Row child) {
        static_assert(kLoony == kGreatest<std::int8_t>);
        passed.add(or_greatest(lanes, child));
    }
    void complete(Where lanes, Row child) {
        least = min_where(lanes, least, child);
        most = max_where(lanes, most, child);
    }

    // The nimbers of the row, right unless one of them is large; `largest` learns of that.
    Row nimbers(Row& largest) const {
        const Row mex = passed.least_missing();
        const Where completing = greater(most, Row::fill(-1));
        largest = max_where(~completing, largest, mex);
        const Row all_the_same = select(differ(least, most), most, Row::fill(kLoony));
        const Row completed = select(passed.have(most), all_the_same, Row::fill(kLoony));
        return select(completing, mex, completed);
    }
};

// Fills a block. Returns false, the block then being of no use, if there is a large nimber.
bool solve_nimbers(const RegionBlock<std::int8_t>& block) {
    using Row = Options::Row;
    using Where = Options::Where;
    std::int8_t* const own = block.own;
    Row before = Row::fill(0);
    Row largest = Row::fill(0);
    for (unsigned r = 0; r < kRows; ++r) {
        const std::ptrdiff_t at = std::ptrdiff_t{r} * kLanes;
        for (unsigned i = 0; i < block.prefetch_count; ++i) prefetch(block.prefetch[i] + at);
        Options row;
        for (unsigned i = 0; i < block.plain_count; ++i) row.pass(Row::load(block.plain[i] + at));
        for (unsigned i = 0; i < block.passing_count; ++i) {
            const Move<std::int8_t>& move = block.passing[i];
            row.pass(Where::load(move.tactic->passes + r), load_child(own, move.step + at));
        }
        for (unsigned i = 0; i < block.scoring_count; ++i) {
            const Move<std::int8_t>& move = block.scoring[i];
            const Row child = load_child(own, move.step + at);
            row.pass(Where::load(move.tactic->passes + r), child);
            row.complete(Where::load(move.tactic->scores + r), child);
        }
#pragma GCC unroll 7
        for (unsigned k = 0; k < kNearItems; ++k) {
            const Row child = near_child(before, k);
            row.pass(Where::load(block.near[k]->passes + r), child);
            if (block.near_scoring >> k & 1) {
                row.complete(Where::load(block.near[k]->scores + r), child);
            }
        }
        before = row.nimbers(largest);
        before.store(own + at);
    }
    std::int8_t lanes[kLanes];
    largest.store(lanes);
    for (const std::int8_t x : lanes) {
        if (x >= kLargeNimber) return false;
    }
    return true;
}

}  // namespace
}  // namespace perfectplay
