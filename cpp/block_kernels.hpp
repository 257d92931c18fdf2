// The block kernels, written once; a file per machine includes its Lanes and then this.
//
// Everything here has internal linkage and uses no library templates: code compiled for one machine
// must never be linked into the path of another.
#include "kernel.hpp"

namespace perfectplay {
namespace {

template <class Value>
struct Extremes {
    using L = Lanes<Value>;
    L passed = L::fill(kGreatest<Value>);
    L scored = L::fill(kLeast<Value>);

    L best() const { return max(scored, negate(passed)); }
};

// The row of children that begins at this cell of a block, or of a later one. Before the first row there
// is none: no lane has a child there, any row will do.
template <class Value>
inline Lanes<Value> load_child(const Value* own, std::ptrdiff_t at) {
    return Lanes<Value>::load(own + (at < 0 ? 0 : at));
}

// Swaps lanes that differ in item k; compilers resolve it in unrolled loops.
template <class Value>
inline Lanes<Value> swap_lanes(Lanes<Value> row, unsigned k) {
    switch (k) {
        case 0: return swap<0>(row);
        case 1: return swap<1>(row);
        case 2: return swap<2>(row);
        case 3: return swap<3>(row);
        case 4: return swap<4>(row);
        default: return swap<5>(row);
    }
}

// The children of near item k, given the previous row.
template <class Value>
inline Lanes<Value> near_child(Lanes<Value> before, unsigned k) {
    return k < kLaneBits ? swap_lanes(before, k) : before;
}

// Takes a move into account where it scores in row r.
template <bool kBonus, class Value>
inline void score(Extremes<Value>& row, const Tactic<Value>& tactic, Lanes<Value> child,
                  unsigned r) {
    const auto points = Lanes<Value>::load(tactic.points + tactic.step * r * kLanes);
    const auto candidate = kBonus ? add(points, child) : subtract(points, child);
    row.scored = max_where(LaneMask<Value>::load(tactic.scores + r), row.scored, candidate);
}

// Takes it into account where it passes.
template <class Value>
inline void pass(Extremes<Value>& row, const Tactic<Value>& tactic, Lanes<Value> child,
                 unsigned r) {
    row.passed = min_where(LaneMask<Value>::load(tactic.passes + r), row.passed, child);
}

// Takes the moves into account whose children lie in the previous row, and returns the row. Each row
// waits for the one before it here, so the dependent steps are kept few.
template <bool kBonus, class Value>
inline Lanes<Value> finish(const RegionBlock<Value>& block, Extremes<Value> row,
                           Lanes<Value> before, unsigned r) {
    using M = LaneMask<Value>;
    const auto near = [&](unsigned k) {
        return or_greatest(M::load(block.near[k]->passes + r), near_child(before, k));
    };
    const auto first = min(min(near(0), near(1)), min(near(2), near(3)));
    const auto second = min(min(near(4), near(5)), min(near(6), row.passed));
    row.passed = min(first, second);
    if (block.near_scoring) {
#pragma GCC unroll 7
        for (unsigned k = 0; k < kNearItems; ++k) {
            if (block.near_scoring >> k & 1) {
                score<kBonus>(row, *block.near[k], near_child(before, k), r);
            }
        }
    }
    return row.best();
}

template <bool kBonus, class Value>
void solve_regions(const RegionBlock<Value>& block) {
    using L = Lanes<Value>;
    Value* const own = block.own;
    L before = L::fill(0);
    for (unsigned r = 0; r < kRows; r += kTogether) {
        const std::ptrdiff_t at = std::ptrdiff_t{r} * kLanes;
        for (unsigned i = 0; i < block.prefetch_count; ++i) {
            for (unsigned t = 0; t < kTogether; ++t) prefetch(block.prefetch[i] + at + t * kLanes);
        }
        Extremes<Value> rows[kTogether];
        for (unsigned i = 0; i < block.plain_count; ++i) {
#pragma GCC unroll 2
            for (unsigned t = 0; t < kTogether; ++t) {
                rows[t].passed = min(rows[t].passed, L::load(block.plain[i] + at + t * kLanes));
            }
        }
        for (unsigned i = 0; i < block.passing_count; ++i) {
            const Move<Value>& move = block.passing[i];
#pragma GCC unroll 2
            for (unsigned t = 0; t < kTogether; ++t) {
                pass(rows[t], *move.tactic, load_child(own, move.step + at + t * kLanes), r + t);
            }
        }
        for (unsigned i = 0; i < block.scoring_count; ++i) {
            const Move<Value>& move = block.scoring[i];
#pragma GCC unroll 2
            for (unsigned t = 0; t < kTogether; ++t) {
                const L child = load_child(own, move.step + at + t * kLanes);
                pass(rows[t], *move.tactic, child, r + t);
                score<kBonus>(rows[t], *move.tactic, child, r + t);
            }
        }
        for (unsigned t = 0; t < kTogether; ++t) {
            before = finish<kBonus>(block, rows[t], before, r + t);
            before.store(own + at + t * kLanes);
            if (r + t == 0 && block.last) {
                own[kLanes - 1] = block.final_value;
                before = L::load(own);
            }
        }
    }
}

template <class Value>
void solve_function_bonus(const FunctionBlock<Value>& block) {
    using L = Lanes<Value>;
    using M = LaneMask<Value>;
    Value* const own = block.own;
    L before = L::fill(0);
    L points_before = L::fill(0);
    for (unsigned r = 0; r < kRows; ++r) {
        const std::ptrdiff_t at = std::ptrdiff_t{r} * kLanes;
        const L points = L::load(block.own_points + at);
        Extremes<Value> row;
        for (unsigned i = 0; i < block.child_count; ++i) {
            const L child = L::load(block.child[i] + at);
            const M kept = differ(L::load(block.child_points[i] + at), points);
            row.scored = max_where(kept, row.scored, child);
            row.passed = min_where(~kept, row.passed, child);
        }
        const auto consider_inside = [&](unsigned item, L child, L child_points) {
            const M valid = M::load(kItemFree.lanes[item] + r);
            const M kept = differ(child_points, points);
            row.scored = max_where(valid & kept, row.scored, child);
            row.passed = min_where(and_not(valid, kept), row.passed, child);
        };
#pragma GCC unroll 6
        for (unsigned k = 0; k < kRowBits; ++k) {
            const std::ptrdiff_t down = std::ptrdiff_t{kLanes} << k;
            consider_inside(kLaneBits + k, load_child(own, at - down),
                            load_child(block.own_points, at - down));
        }
#pragma GCC unroll 6
        for (unsigned k = 0; k < kLaneBits; ++k) {
            consider_inside(k, swap_lanes(before, k), swap_lanes(points_before, k));
        }
        // saturation keeps the extremes of no moves at all below every real candidate
        const L offset = multiply_sign(points, block.sign);
        row.scored = subtract_saturated(row.scored, offset);
        row.passed = subtract_saturated(row.passed, offset);
        before = add(row.best(), offset);
        points_before = points;
        before.store(own + at);
        if (r == 0 && block.last) {
            const Value all = block.own_points[kLanes - 1];
            own[kLanes - 1] = static_cast<Value>(block.final_value + block.sign * all);
            before = L::load(own);
        }
    }
}

template <class Value>
void solve_function_alternate(const FunctionBlock<Value>& block) {
    using L = Lanes<Value>;
    using M = LaneMask<Value>;
    Value* const own = block.own;
    L before = L::fill(0);
    for (unsigned r = 0; r < kRows; ++r) {
        const std::ptrdiff_t at = std::ptrdiff_t{r} * kLanes;
        L least = L::fill(kGreatest<Value>);
        for (unsigned i = 0; i < block.child_count; ++i) {
            least = min(least, L::load(block.child[i] + at));
        }
#pragma GCC unroll 6
        for (unsigned k = 0; k < kRowBits; ++k) {
            least = min_where(M::load(kItemFree.lanes[kLaneBits + k] + r), least,
                              load_child(own, at - (std::ptrdiff_t{kLanes} << k)));
        }
#pragma GCC unroll 6
        for (unsigned k = 0; k < kLaneBits; ++k) {
            least = min_where(M::load(kItemFree.lanes[k] + r), least, swap_lanes(before, k));
        }
        const L offset = multiply_sign(L::load(block.own_points + at), block.sign);
        before = subtract(subtract(negate(least), offset), offset);
        before.store(own + at);
        if (r == 0 && block.last) {
            const Value all = block.own_points[kLanes - 1];
            own[kLanes - 1] = static_cast<Value>(block.final_value - block.sign * all);
            before = L::load(own);
        }
    }
}

template <class Value>
void count_stones(const StonesBlock<Value>& block) {
    using L = Lanes<Value>;
    const L one = L::fill(1);
    for (std::size_t at = 0; at < kBlockCells; at += kLanes) {
        L points = add(L::load(block.whole + at), L::fill(block.made));
        for (unsigned c = 0; c < block.colours; ++c) {
            const L residue = L::load(block.residues[c] + at);
            points = add_where(greater(residue, L::fill(block.bounds[c])), points, one);
        }
        points.store(block.points + at);
    }
}

template <class Value>
void settle(Value* cells, const Value* points, Value sign) {
    using L = Lanes<Value>;
    for (std::size_t at = 0; at < kBlockCells; at += kLanes) {
        subtract(L::load(cells + at), multiply_sign(L::load(points + at), sign)).store(cells + at);
    }
}

template <class Value>
constexpr Kernels<Value> kernels() {
    return {solve_regions<true, Value>, solve_regions<false, Value>, solve_function_bonus<Value>,
            solve_function_alternate<Value>, count_stones<Value>, settle<Value>};
}

}  // namespace
}  // namespace perfectplay
