// Dots-and-Boxes by the published techniques of Barker and Korf ("Solving Dots-And-Boxes", AAAI 2012),
// written from their description: depth-first alpha-beta over positions without scores, a transposition
// table with a lower and an upper bound, the capture rule (all boxes that can be had, or all but the last
// two of a chain or four of a loop), the two lines of a corner exchanged, the symmetries of the board, and
// lines from the centre of the board outwards. Prints the value of the empty board, the nodes and the
// seconds; arguments: rows, columns, log2 of the entries of the table (default 22).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using Mask = std::uint64_t;

namespace {

int rows, columns, lines, boxes;
Mask box_lines[64];
std::vector<int> boxes_of[64];
std::vector<std::vector<int>> symmetries;
std::vector<int> order;
std::vector<std::pair<int, int>> corners;
std::uint64_t nodes = 0;

struct Entry {
    Mask key = ~Mask{0};
    std::int8_t low = 0, high = 0;
};
std::vector<Entry> table;

int across(int y, int x) { return y * columns + x; }
int down(int y, int x) { return (rows + 1) * columns + y * (columns + 1) + x; }

void build() {
    lines = (rows + 1) * columns + rows * (columns + 1);
    boxes = rows * columns;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            for (const int line : {across(y, x), across(y + 1, x), down(y, x), down(y, x + 1)}) {
                box_lines[y * columns + x] |= Mask{1} << line;
                boxes_of[line].push_back(y * columns + x);
            }
        }
    }
    const auto middle = [](int line) {
        if (line < (rows + 1) * columns) {
            return std::pair{double(line / columns), line % columns + 0.5};
        }
        const int k = line - (rows + 1) * columns;
        return std::pair{k / (columns + 1) + 0.5, double(k % (columns + 1))};
    };
    for (int line = 0; line < lines; ++line) order.push_back(line);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const auto far = [&](int line) {
            const auto [y, x] = middle(line);
            return std::abs(y - rows / 2.0) + std::abs(x - columns / 2.0);
        };
        return far(a) < far(b);
    });
    corners = {{across(0, 0), down(0, 0)},
               {across(0, columns - 1), down(0, columns)},
               {across(rows, 0), down(rows - 1, 0)},
               {across(rows, columns - 1), down(rows - 1, columns)}};
    for (int k = 0; k < (rows == columns ? 8 : 4); ++k) {
        std::vector<int> image;
        for (int line = 0; line < lines; ++line) {
            auto [y, x] = middle(line);
            if (k & 1) y = rows - y;
            if (k & 2) x = columns - x;
            if (k & 4) std::swap(y, x);
            for (int other = 0; other < lines; ++other) {
                if (middle(other) == std::pair{y, x}) image.push_back(other);
            }
        }
        symmetries.push_back(image);
    }
}

// `drawn` are the lines drawn; of a corner's two lines the first is drawn before the second.
Mask canonical(Mask drawn) {
    Mask least = ~Mask{0};
    for (const auto& image : symmetries) {
        Mask moved = 0;
        for (Mask left = drawn; left; left &= left - 1) moved |= Mask{1} << image[__builtin_ctzll(left)];
        for (const auto& [first, second] : corners) {
            if (!(moved >> first & 1) && moved >> second & 1) {
                moved ^= Mask{1} << first | Mask{1} << second;
            }
        }
        least = std::min(least, moved);
    }
    return least;
}

int free_of(Mask drawn, int box) { return __builtin_popcountll(box_lines[box] & ~drawn); }
int gain(Mask drawn, int line) {
    int made = 0;
    for (const int box : boxes_of[line]) made += free_of(drawn, box) == 1;
    return made;
}

// The moves worth trying where a box can be had: take it, or leave the end of the last chain.
void capture_moves(Mask drawn, std::vector<int>& moves) {
    std::vector<int> can;
    for (int box = 0; box < boxes; ++box) {
        if (free_of(drawn, box) == 1) can.push_back(box);
    }
    // follow the chain from each box that can be had
    struct Chain {
        int first, second, length;  // its first two lines
        bool both;                  // open at both ends
    };
    std::vector<Chain> chains;
    Mask seen = 0;
    for (const int start : can) {
        if (seen >> start & 1) continue;
        int box = start, line = __builtin_ctzll(box_lines[box] & ~drawn);
        Chain chain{line, -1, 1, false};
        seen |= Mask{1} << box;
        for (;;) {
            int next = -1;
            for (const int other : boxes_of[line]) {
                if (other != box) next = other;
            }
            if (next < 0 || free_of(drawn, next) > 2) break;
            seen |= Mask{1} << next;
            ++chain.length;
            if (free_of(drawn, next) == 1) {
                chain.both = true;
                break;
            }
            line = __builtin_ctzll(box_lines[next] & ~drawn & ~(Mask{1} << line));
            if (chain.second < 0) chain.second = line;
            box = next;
        }
        chains.push_back(chain);
    }
    // the chain whose end may be left is kept for last: better two boxes than four
    std::stable_sort(chains.begin(), chains.end(), [](const Chain& a, const Chain& b) {
        const auto rank = [](const Chain& c) { return c.length < (c.both ? 4 : 2) ? 0 : c.both ? 1 : 2; };
        return rank(a) < rank(b);
    });
    moves.push_back(chains[0].first);
    if (chains.size() == 1 && chains[0].length == (chains[0].both ? 4 : 2)) {
        moves.push_back(chains[0].second);
    }
}

// The value for the player to move if it is in alpha..beta, else a bound of it (fail-soft).
int search(Mask drawn, int left, int alpha, int beta) {
    if (left == 0) return 0;
    ++nodes;
    const Mask key = canonical(drawn);
    Mask hash = key * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
    Entry& entry = table[hash & (table.size() - 1)];
    int low = -left, high = left;
    if (entry.key == key) {
        low = entry.low;
        high = entry.high;
    }
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    alpha = std::max(alpha, low);
    beta = std::min(beta, high);
    bool can = false;
    for (int box = 0; box < boxes && !can; ++box) can = free_of(drawn, box) == 1;
    std::vector<int> moves;
    if (can) {
        capture_moves(drawn, moves);
    } else {
        for (const int line : order) {
            if (drawn >> line & 1) continue;
            const bool later = std::any_of(corners.begin(), corners.end(), [&](const auto& corner) {
                return corner.second == line && !(drawn >> corner.first & 1);
            });
            if (!later) moves.push_back(line);
        }
    }
    int best = -left, floor = alpha;
    for (const int line : moves) {
        const int made = gain(drawn, line);
        const Mask after = drawn | Mask{1} << line;
        const int value = made ? made + search(after, left - made, floor - made, beta - made)
                               : -search(after, left, -beta, -floor);
        best = std::max(best, value);
        floor = std::max(floor, best);
        if (best >= beta) break;
    }
    if (best > alpha) low = std::max(low, best);
    if (best < beta) high = std::min(high, best);
    entry = {key, static_cast<std::int8_t>(low), static_cast<std::int8_t>(high)};
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    rows = std::atoi(argv[1]);
    columns = std::atoi(argv[2]);
    build();
    table.resize(std::size_t{1} << (argc > 3 ? std::atoi(argv[3]) : 22));
    const auto began = std::chrono::steady_clock::now();
    const int value = search(0, boxes, -boxes, boxes);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    std::printf("%d %llu %.6f\n", value, static_cast<unsigned long long>(nodes), seconds.count());
}
