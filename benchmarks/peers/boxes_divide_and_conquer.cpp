// Dots-and-Boxes, the full table of m x n boxes by divide and conquer: O(2^L L) for L lines.
//
// A position is the set of lines drawn, a bit each: horizontals row by row, then verticals.
// margin[T] = the boxes the player to move at T will still make minus those of the opponent;
// boxes[T] = the boxes inside T. A run of 2^k positions that differ in the k low lines is solved so:
//
//     [ line k-1 open : 2^(k-1) positions | line k-1 drawn : 2^(k-1) positions ]
//                                           1. solve this half
//       2. drawing line k-1 leads from here to there: one contiguous loop of maxima
//       3. solve this half
//
// Usage: boxes_divide_and_conquer ROWS COLUMNS. Prints the value of the empty board, the number of
// optimal first moves and the seconds of solving (the tables are allocated and touched before).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

namespace {

using Margin = std::int8_t;
using Count = std::int8_t;

Margin move_value(Count before, Count after, Margin next) {
    const auto kept = static_cast<Margin>(next + (after - before));
    const auto passed = static_cast<Margin>(-next);
    return after > before ? kept : passed;
}

void draw_line(Margin* __restrict open, const Margin* __restrict drawn, const Count* open_boxes,
               const Count* drawn_boxes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        open[i] = std::max(open[i], move_value(open_boxes[i], drawn_boxes[i], drawn[i]));
    }
}

// The three lowest lines, too short for vectors: on copies, which the compiler keeps in registers.
void solve_eight(Margin* margin, const Count* boxes) {
    Margin value[8];
    Count count[8];
    std::copy_n(margin, 8, value);
    std::copy_n(boxes, 8, count);
    for (int t = 6; t >= 0; --t) {
        for (int line = 1; line < 8; line <<= 1) {
            if (t & line) continue;
            const int next = t | line;
            value[t] = std::max(value[t], move_value(count[t], count[next], value[next]));
        }
    }
    std::copy_n(value, 8, margin);
}

// Lengths known to the compiler, for the short loops.
template <int low_lines>
void solve_low(Margin* margin, const Count* boxes) {
    if constexpr (low_lines == 3) {
        solve_eight(margin, boxes);
    } else {
        constexpr std::size_t half = std::size_t{1} << (low_lines - 1);
        solve_low<low_lines - 1>(margin + half, boxes + half);
        draw_line(margin, margin + half, boxes, boxes + half, half);
        solve_low<low_lines - 1>(margin, boxes);
    }
}

void solve(Margin* margin, const Count* boxes, int low_lines) {
    if (low_lines == 0) return;
    if (low_lines == 6) return solve_low<6>(margin, boxes);
    const std::size_t half = std::size_t{1} << (low_lines - 1);
    solve(margin + half, boxes + half, low_lines - 1);
    draw_line(margin, margin + half, boxes, boxes + half, half);
    solve(margin, boxes, low_lines - 1);
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = argc == 3 ? std::atoi(argv[1]) : 0;
    const int columns = argc == 3 ? std::atoi(argv[2]) : 0;
    const int horizontals = (rows + 1) * columns;
    const int lines = horizontals + rows * (columns + 1);
    if (rows < 1 || columns < 1 || lines > 32) {
        std::fprintf(stderr, "usage: %s ROWS COLUMNS, at most 32 lines\n", argv[0]);
        return 2;
    }
    const std::size_t positions = std::size_t{1} << lines;
    std::vector<Margin> margin(positions, std::numeric_limits<Margin>::min());
    std::vector<Count> boxes(positions, 0);
    const auto start = std::chrono::steady_clock::now();

    std::vector<std::uint32_t> squares;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            const int top = r * columns + c;
            const int left = horizontals + r * (columns + 1) + c;
            squares.push_back(1U << top | 1U << (top + columns) | 3U << left);
        }
    }
    for (int line = 0; line < lines; ++line) {
        const std::size_t bit = std::size_t{1} << line;
        std::copy_n(boxes.data(), bit, boxes.data() + bit);
        for (const std::uint32_t square : squares) {
            if (square >> line != 1) continue;  // not its highest line
            const auto others = static_cast<std::uint32_t>(square ^ bit);
            Count* const with_line = boxes.data() + bit;
            for (std::size_t t = 0; t < bit; ++t) {
                with_line[t] = static_cast<Count>(
                    with_line[t] + ((static_cast<std::uint32_t>(t) & others) == others));
            }
        }
    }
    margin[positions - 1] = 0;
    solve(margin.data(), boxes.data(), lines);

    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    int best_moves = 0;
    for (int line = 0; line < lines; ++line) {
        const std::size_t next = std::size_t{1} << line;
        best_moves += move_value(boxes[0], boxes[next], margin[next]) == margin[0];
    }
    std::printf("%d %d %.6f\n", margin[0], best_moves, seconds.count());
}
