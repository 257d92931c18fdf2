// Alpha-beta with null windows over the positions of a game.
//
// A model of a game (strings_model.hpp, sets_model.hpp) says what a position is, what its moves are, and
// how the value of a move follows from the value v of the position after it, both for whoever moves in
// the position before or after:
//
//     keeps the turn    gain + v
//     passes it         gain - v
//     leaves coins      gain + L - |v + L|      strings.hpp says why; gain is minus what the other captures
//
// Everything else, windows, table, order and threads, is the same for all games.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "../parallel.hpp"
#include "entries.hpp"

namespace perfectplay {

inline constexpr unsigned kMostMoves = 64;

// How the value of a move follows from that of the position after it.
struct Effect {
    enum class Kind : std::uint8_t { keep, pass, leave };

    int gain = 0;
    int left = 0;  // L, for Kind::leave
    Kind kind = Kind::pass;

    // Bounds of the move's value if that of the position after it is in low..high.
    int upper(int low, int high) const {
        switch (kind) {
            case Kind::keep: return gain + high;
            case Kind::pass: return gain - low;
            default: break;
        }
        const int a = low + left, b = high + left;
        if (a <= 0 && b >= 0) return gain + left - (a & 1);  // values have one parity
        return gain + left - std::min(std::abs(a), std::abs(b));
    }
    int lower(int low, int high) const {
        switch (kind) {
            case Kind::keep: return gain + low;
            case Kind::pass: return gain - high;
            default: break;
        }
        return gain + left - std::max(std::abs(low + left), std::abs(high + left));
    }
};

// What a search does beside alpha-beta with a table; each can be left out, to see what it is worth.
struct Techniques {
    bool lookahead = true;   // look the positions after all moves up before searching one
    bool replies = true;     // try moves first to which few replies are not known to lose
    bool remembered = true;  // try the move first that was best when the position was last looked at
    bool symmetries = true;  // count symmetric positions as one
    bool relabel = true;     // number the coins of small graphs anew
    bool loose = true;       // count loose chains and loops by their lengths
    bool pairs = true;       // take away pairs of short loose chains
    bool shortest = true;    // of loose chains and loops of a kind open the shortest only
    bool prices = true;      // leave out openings that give too much away
    bool endgames = true;    // value endgames of long chains and loops by a formula
    // With fewer moves a position is searched faster than the replies to all of them are looked up.
    unsigned many_moves = 18;
};

// What the threads of a search share.
struct Shared {
    Progress* progress = nullptr;     // nodes so far; to be stopped from outside
    std::atomic<bool> settled{false};  // one of the threads is done
    std::atomic<std::uint64_t> used{0};  // places of the table
    std::atomic<bool> full{false};      // enough of them for the table to grow
    std::uint64_t most_nodes = 0;
    bool alone = true;  // there is one thread only
    // Positions that some thread is looking at now, by hash: others put them off (Weill, ABDADA, 1996).
    std::array<std::atomic<std::uint64_t>, 4096> busy{};
};

// Thrown through a search that has to stop; nothing half known is stored.
struct Stopped {};

template <class Model>
class Search {
public:
    using Position = typename Model::Position;
    using Move = typename Model::Move;

    Search(const Model& model, Entries& entries, Shared& shared, const Techniques& techniques)
        : model_(model),
          entries_(entries),
          shared_(shared),
          techniques_(techniques),
          frames_(kMostMoves + 2) {}
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    // Returns a bound s of the value v of the position, for the player to move:
    //     s >= b  and then  v >= s,     or     s < b  and then  v <= s.
    int reach(const Position& position, int b) {
        if (model_.over(position)) return model_.final_value(position);
        return reach(position, id_of(position), b, frames_.data());
    }
    // What the table knows of a position.
    Known known(const Position& position) const {
        if (model_.over(position)) {
            const int value = model_.final_value(position);
            return {value, value};
        }
        const Id id = id_of(position);
        const int most = model_.most(position);
        Known known{-most, most};
        entries_.find(id.key, id.hash, most, known);
        return known;
    }
    // Adds what is not counted yet to the counts of all threads.
    void report() {
        shared_.progress->done.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
        reported_ = nodes_;
        shared_.used.fetch_add(std::exchange(used_, 0), std::memory_order_relaxed);
    }

private:
    struct Id {
        Key key;
        std::uint64_t hash = 0;
        std::uint64_t symmetry = 0;  // that leads to the canonical position
    };
    struct Child {
        Id id;
        int low, high;
    };
    using Order = std::array<std::uint8_t, kMostMoves>;  // of the moves of a frame
    static constexpr std::uint16_t kLast = 0xFFFE, kRefuted = 0xFFFF;  // in the order of moves
    // The work space of a position on the way from the root; on the heap, as there may be 64 of them.
    struct Frame {
        std::array<Move, kMostMoves> moves;
        std::array<Child, kMostMoves> children;
        Order put_off;
        unsigned count = 0;
        int bound = 0;  // of the position
    };

    Id id_of(const Position& position) const {
        Id id;
        id.key = model_.key(position, id.symmetry);
        id.hash = id.key.hash();
        return id;
    }

    // The contract of `reach` above, for a position with moves; `frame` and those after it are free.
    int reach(const Position& position, const Id& id, int b, Frame* frame) {
        const int most = model_.most(position);
        if ((b ^ most) & 1) ++b;  // v has the parity of `most`
        if (b <= -most) return -most;
        if (b > most) return most;
        count_node();
        const std::uint64_t began = nodes_;

        Known known{-most, most};
        entries_.find(id.key, id.hash, most, known);
        if (known.low >= b) return known.low;
        if (known.high < b) return known.high;

        auto& moves = frame->moves;
        auto& children = frame->children;
        auto& put_off = frame->put_off;
        int best = -most;  // no move is known to be worth more; those the model leaves out are not
        const unsigned count = model_.moves(position, b, moves.data(), best);
        if (techniques_.remembered && known.move != kNoMove) {
            bring_to_front(moves.data(), count, model_.from_canonical(id.symmetry, known.move));
        }
        const auto settle = [&](unsigned k, int value) {
            known.low = std::max(known.low, value);
            known.move = model_.to_canonical(id.symmetry, moves[k].name);
            store(id, most, known, began);
            return value;
        };

        // what is known of the positions after the moves may be enough
        frame->count = count;
        make_ids(position, *frame);
        for (unsigned k = 0; k < count; ++k) {
            look_up(moves[k].after, children[k]);
            if (!techniques_.lookahead) continue;
            const int value = moves[k].effect.lower(children[k].low, children[k].high);
            if (value >= b) return settle(k, value);
        }

        Order order;
        std::iota(order.begin(), order.begin() + count, std::uint8_t{0});
        if (techniques_.replies && count >= techniques_.many_moves && model_.has_quick_keys()) {
            by_replies(b, *frame, order, frame + 1);
        }

        unsigned waiting = 0;
        for (unsigned o = 0; o < count; ++o) {
            const unsigned k = order[o];
            if (!shared_.alone && o > 0 && is_busy(children[k].id.hash)) {
                put_off[waiting++] = static_cast<std::uint8_t>(k);
                continue;
            }
            const int value = value_of(moves[k], children[k], b, frame + 1);
            if (value >= b) return settle(k, value);
            best = std::max(best, value);
        }
        for (unsigned w = 0; w < waiting; ++w) {
            const int value = value_of(moves[put_off[w]], children[put_off[w]], b, frame + 1);
            if (value >= b) return settle(put_off[w], value);
            best = std::max(best, value);
        }
        if ((best ^ most) & 1) --best;
        known.high = std::min(best, known.high);
        assert(known.low <= known.high);
        store(id, most, known, began);
        return known.high;
    }

    // Makes the keys of the positions after all moves, and calls for what the table knows of them.
    void make_ids(const Position& position, Frame& frame) const {
        const auto around = model_.around(position);
        for (unsigned k = 0; k < frame.count; ++k) {
            if (model_.over(frame.moves[k].after)) continue;
            Id& id = frame.children[k].id;
            id.key = model_.key(frame.moves[k].after, around, id.symmetry);
            id.hash = id.key.hash();
            entries_.prefetch(id.hash);
        }
    }
    void store(const Id& id, int most, const Known& known, std::uint64_t began) {
        used_ += entries_.store(id.key, id.hash, most, known, nodes_ - began + 1);
    }

    void look_up(const Position& position, Child& child) const {
        if (model_.over(position)) {
            child.low = child.high = model_.final_value(position);
            return;
        }
        const int most = model_.most(position);
        Known known{-most, most};
        if (techniques_.lookahead) entries_.find(child.id.key, child.id.hash, most, known);
        child.low = known.low;
        child.high = known.high;
    }

    // A bound of the value of a move, as `reach` returns one.
    int value_of(const Move& move, const Child& child, int b, Frame* frame) {
        const Effect& effect = move.effect;
        const int upper = effect.upper(child.low, child.high);
        if (upper < b || child.low == child.high) return upper;
        const Visit visit(*this, child.id.hash);
        const auto ask = [&](int bound) { return reach(move.after, child.id, bound, frame); };
        switch (effect.kind) {
            case Effect::Kind::keep: return effect.gain + ask(b - effect.gain);
            case Effect::Kind::pass: return effect.gain - ask(effect.gain - b + 1);
            default: break;
        }
        const int room = effect.gain + effect.left - b;  // |v + L| must not be more than this
        const int above = room - effect.left + 1;
        const int high = ask(above);
        if (high >= above) return effect.gain - high;
        const int below = -room - effect.left;
        const int low = ask(below);
        if (low < below) return effect.gain + 2 * effect.left + low;
        return effect.lower(low, high);
    }

    // Puts the moves first that leave the other player the fewest replies not known to lose yet, after those
    // that keep the turn and before those that leave coins. The two frames are free.
    void by_replies(int b, const Frame& frame, Order& order, Frame* spare) {
        std::array<std::uint16_t, kMostMoves> unknown;
        Frame* coming = nullptr;  // the replies to the move `last` are on their way from the table
        unsigned last = 0;
        for (unsigned k = 0; k < frame.count; ++k) {
            const Move& move = frame.moves[k];
            unknown[k] = move.effect.kind == Effect::Kind::keep ? 0 : kLast;
            if (move.effect.kind != Effect::Kind::pass || model_.over(move.after)) continue;
            Frame* const next = coming == spare ? spare + 1 : spare;
            call_for_replies(move, b, *next);
            if (coming) unknown[last] = unknown_replies(*coming);
            coming = next;
            last = k;
        }
        if (coming) unknown[last] = unknown_replies(*coming);
        std::stable_sort(order.begin(), order.begin() + frame.count,
                         [&](unsigned x, unsigned y) { return unknown[x] < unknown[y]; });
    }
    void call_for_replies(const Move& move, int b, Frame& frame) {
        const int most = model_.most(move.after);
        frame.bound = move.effect.gain - b + 1;
        if ((frame.bound ^ most) & 1) ++frame.bound;
        int best = -most;
        frame.count = model_.moves(move.after, frame.bound, frame.moves.data(), best);
        make_ids(move.after, frame);
    }
    std::uint16_t unknown_replies(Frame& frame) const {
        std::uint16_t unknown = 0;
        for (unsigned k = 0; k < frame.count; ++k) {
            const Effect& effect = frame.moves[k].effect;
            Child& child = frame.children[k];
            look_up(frame.moves[k].after, child);
            if (effect.lower(child.low, child.high) >= frame.bound) return kRefuted;
            unknown += effect.upper(child.low, child.high) >= frame.bound;
        }
        return unknown;
    }

    static void bring_to_front(Move* moves, unsigned count, unsigned name) {
        for (unsigned k = 1; k < count; ++k) {
            if (moves[k].name != name) continue;
            std::rotate(moves, moves + k, moves + k + 1);
            return;
        }
    }

    // Says that this thread is looking at a position, as long as it lives.
    class Visit {
    public:
        Visit(Search& search, std::uint64_t hash) : search_(search), hash_(hash) {
            if (!search_.shared_.alone) search_.slot(hash).store(hash, std::memory_order_relaxed);
        }
        ~Visit() {
            if (!search_.shared_.alone) search_.slot(hash_).store(0, std::memory_order_relaxed);
        }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;

    private:
        Search& search_;
        std::uint64_t hash_;
    };
    std::atomic<std::uint64_t>& slot(std::uint64_t hash) { return shared_.busy[hash % shared_.busy.size()]; }
    bool is_busy(std::uint64_t hash) { return slot(hash).load(std::memory_order_relaxed) == hash; }

    void count_node() {
        if (++nodes_ - reported_ >= 1024) {
            report();
            Progress& progress = *shared_.progress;
            if (progress.done.load(std::memory_order_relaxed) >= shared_.most_nodes) progress.stop = true;
            if (entries_.may_grow(shared_.used.load(std::memory_order_relaxed))) shared_.full = true;
            if (progress.stop.load(std::memory_order_relaxed) ||
                shared_.settled.load(std::memory_order_relaxed) ||
                shared_.full.load(std::memory_order_relaxed)) {
                throw Stopped{};
            }
        }
    }

    const Model& model_;
    Entries& entries_;
    Shared& shared_;
    Techniques techniques_;
    std::vector<Frame> frames_;
    std::uint64_t nodes_ = 0, reported_ = 0, used_ = 0;
};

}  // namespace perfectplay
