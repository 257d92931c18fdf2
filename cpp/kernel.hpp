// What a block kernel gets and does: plain data, so that it can be compiled for several machines.
//
// A table holds, for every position, w = the value for the player to move, or minus the value when
// the fewest points win. With points p = gain, minus the gain, or 0 (only the last move counts)
//
//     w(T) = max over e not in T of   p + (w(T+e) if the turn is kept else -w(T+e))
//
// is then the one rule for all objectives. Kernels collect two extremes over the moves: `passed`, the
// least child where the turn passes without points, and `scored`, the best candidate otherwise; then
// w = max(scored, -passed).
#pragma once

#include <cstdint>
#include <limits>

#include "lanes.hpp"

namespace perfectplay {

template <class Value>
inline constexpr Value kLeast = std::numeric_limits<Value>::min();
template <class Value>
inline constexpr Value kGreatest = std::numeric_limits<Value>::max();

inline constexpr unsigned kMaxItems = 62;

// In a table of nimbers (see nimber.hpp): a loony position, and the least nimber the kernels do not do.
inline constexpr std::int8_t kLoony = 127;
inline constexpr std::int8_t kLargeNimber = 15;

// What taking an item does in the positions of a block where it is free: for each row, the lanes where
// it completes nothing, those where it completes something, and the points it makes there (in the cells
// of the block, or in one row that all rows share: `step` 1 or 0).
template <class Value>
struct Tactic {
    LaneSet passes[kRows];
    LaneSet scores[kRows];
    const Value* points;
    std::size_t step;
    bool scoring;  // somewhere
};

// A move by its tactic, and how many cells further on its children are than the positions.
template <class Value>
struct Move {
    std::ptrdiff_t step;
    const Tactic<Value>* tactic;
};

// The in-block items whose children are in the previous row: the lane items, and row item 0.
inline constexpr unsigned kNearItems = kLaneBits + 1;

// One block of a game of regions.
template <class Value>
struct RegionBlock {
    Value* own;
    bool last;          // holds the position where everything is taken
    Value final_value;  // which has this w

    const Value* plain[kMaxItems];  // children of moves that are legal and pass everywhere here
    unsigned plain_count;
    Move<Value> passing[kRowBits];  // other moves that score nowhere here
    unsigned passing_count;
    Move<Value> scoring[kMaxItems];
    unsigned scoring_count;
    const Tactic<Value>* near[kNearItems];
    unsigned near_scoring;  // which of them score somewhere, as bits

    const Value* prefetch[kMaxItems];  // far blocks the next block will read
    unsigned prefetch_count;
};

// One block of a game given by F. While it is solved, its table holds
//
//     bonus rule:      w + o     (the turn is kept where F changes)
//     alternating:     w - o
//
// where o(T) is F(T), -F(T), or 0 as points are wanted, shunned or ignored.
template <class Value>
struct FunctionBlock {
    Value* own;
    const Value* own_points;  // F(T), in the cells of the block
    bool last;
    Value final_value;
    Value sign;  // of o

    const Value* child[kMaxItems];
    const Value* child_points[kMaxItems];
    unsigned child_count;
};

// F in a block of a gems game: `whole`, plus `made`, plus 1 for each colour whose residue is above
// the colour's bound (see points.hpp).
template <class Value>
struct StonesBlock {
    Value* points;
    const Value* whole;
    Value made;
    const Value* const* residues;  // a row of cells for each colour
    const Value* bounds;
    unsigned colours;
};

// The kernels of one machine and one width of values.
template <class Value>
struct Kernels {
    void (*regions_bonus)(const RegionBlock<Value>&);
    void (*regions_alternate)(const RegionBlock<Value>&);
    void (*function_bonus)(const FunctionBlock<Value>&);
    void (*function_alternate)(const FunctionBlock<Value>&);
    void (*stones)(const StonesBlock<Value>&);
    // Takes `sign` times F off the cells of a block.
    void (*settle)(Value* cells, const Value* points, Value sign);
};

struct Path {
    const char* name;
    Kernels<std::int8_t> narrow;
    Kernels<std::int16_t> wide;
    bool (*nimbers)(const RegionBlock<std::int8_t>&);  // false if there is a large nimber
};

extern const Path kPortablePath;
#if defined(PERFECTPLAY_X86)
extern const Path kAvx2Path;
extern const Path kAvx512Path;
#endif

}  // namespace perfectplay
