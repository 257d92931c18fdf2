// Playing a game forward, after one more take, until a heap has another value than the one given.
//
// A game keeps the values of the heaps in a state. It says, after `play`, which heap is wrong first (the
// number of heaps, if none is), and up to which take another one could change that.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "bit_rows.hpp"

namespace perfectplay::hitting {

inline constexpr std::uint8_t kUnknown = 0xFF;

using Chosen = std::vector<std::uint32_t>;  // takes, ascending

struct Wrong {
    std::uint32_t heap, limit;
};

// Values, a byte each. They are told apart up to `top`; larger ones are alike, and have the value `top` + 1.
class ValueGame {
   public:
    static constexpr unsigned kMostTop = 62;
    using State = std::vector<std::uint8_t>;

    // `given` are the values of heap 0, 1, ...; `stuck` is that of a heap that allows no move.
    ValueGame(std::vector<std::uint8_t> given, unsigned top, unsigned stuck)
        : given_(std::move(given)),
          top_(top),
          now_(given_.size(), static_cast<std::uint8_t>(stuck)) {}

    std::uint32_t heaps() const { return static_cast<std::uint32_t>(given_.size()); }

    // Nobody can move. Returns the heap that is wrong first.
    std::uint32_t start() {
        std::fill(now_.begin(), now_.end(), now_[0]);
        std::uint32_t heap = 0;
        while (heap < heaps() && fits(heap)) ++heap;
        return heap;
    }

    // The values of the heaps below `end`, after `start` or `play`.
    State state(std::uint32_t end) const {
        return {now_.begin(), now_.begin() + std::min<std::ptrdiff_t>(end, std::ssize(now_))};
    }

    // The last take has just been added; `before` has the values of the heaps below it at least.
    Wrong play(const State& before, const Chosen& chosen) {
        std::uint32_t heap = chosen.back();
        std::copy_n(before.begin(), heap, now_.begin());
        for (; heap < heaps(); ++heap) {
            std::uint64_t reached = 0;
            for (const std::uint32_t s : chosen) {
                if (s > heap) break;
                reached |= std::uint64_t{1} << now_[heap - s];
            }
            const auto value = static_cast<unsigned>(std::countr_one(reached));
            now_[heap] = static_cast<std::uint8_t>(std::min(value, top_ + 1));
            if (!fits(heap)) break;
        }
        std::uint32_t limit = heap;
        if (heap < heaps() && now_[heap] > given_[heap]) {
            for (const std::uint32_t s : chosen) {
                if (s <= heap && now_[heap - s] == given_[heap]) limit = heap - s;
            }
        }
        return {heap, limit};
    }

   private:
    bool fits(std::size_t heap) const {
        return given_[heap] == kUnknown || given_[heap] == now_[heap];
    }

    std::vector<std::uint8_t> given_;
    unsigned top_;
    State now_;
};

// Outcomes, a bit each, 64 heaps at a time. In a block of 64 heaps, larger takes lead to blocks before;
// for smaller ones the block is gone through from one L heap to the next.
class OutcomeGame {
   public:
    using State = Row;  // the heaps that are L

    // `given` as above, 0 for L and 1 for W.
    OutcomeGame(const std::vector<std::uint8_t>& given, unsigned stuck)
        : heaps_(static_cast<std::uint32_t>(given.size())),
          misere_(stuck != 0),
          lost_(words_for(given.size())),
          won_(lost_.size()),
          now_(lost_.size()) {
        for (std::size_t heap = 0; heap < given.size(); ++heap) {
            if (given[heap] != kUnknown) add(given[heap] ? won_.data() : lost_.data(), heap);
        }
    }

    std::uint32_t heaps() const { return heaps_; }

    std::uint32_t start() {
        std::fill(now_.begin(), now_.end(), misere_ ? Word{0} : ~Word{0});
        const Row& wrong = misere_ ? lost_ : won_;
        return std::min(heaps_, static_cast<std::uint32_t>(first(wrong.data(), wrong.size())));
    }

    State state(std::uint32_t end) const {
        const std::size_t words = std::min(words_for(end), now_.size());
        return {now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(words)};
    }

    Wrong play(const State& before, const Chosen& chosen) {
        const std::uint32_t take = chosen.back();
        const std::size_t start = take / kBits;
        std::copy_n(before.begin(), std::min(start + 1, before.size()), now_.begin());
        Word small = 0;  // the takes below 64
        std::size_t far = 0;
        for (; far < chosen.size() && chosen[far] < kBits; ++far) small |= Word{1} << chosen[far];
        for (std::size_t block = start; block < now_.size(); ++block) {
            Word reached = 0;
            for (const std::uint32_t s : chosen) reached |= before_block(block, s);
            const Word fixed = block == start ? (Word{1} << take % kBits) - 1 : 0;
            Word lost = block == start ? now_[block] & fixed : 0;
            for (Word left = lost; left; left &= left - 1) reached |= small << std::countr_zero(left);
            for (Word open = ~(reached | fixed); open;) {
                const int heap = std::countr_zero(open);
                lost |= Word{1} << heap;
                reached |= small << heap;
                open = heap == kBits - 1 ? 0 : ~(reached | fixed) & ~Word{0} << (heap + 1);
            }
            now_[block] = lost;
            const Word wrong = ((lost & won_[block]) | (~lost & lost_[block])) & ~fixed;
            if (wrong) {
                const auto heap = static_cast<std::uint32_t>(block * kBits) +
                                  static_cast<std::uint32_t>(std::countr_zero(wrong));
                return {heap, limit_of(heap, chosen)};
            }
        }
        return {heaps_, heaps_};
    }

   private:
    // The heaps of a block from which a take leads to an L heap of a block before.
    Word before_block(std::size_t block, std::uint32_t take) const {
        const std::size_t words = take / kBits, bits = take % kBits;
        Word found = 0;
        if (words && words <= block) found = now_[block - words] << bits;
        if (bits && words < block) found |= now_[block - words - 1] >> (kBits - bits);
        return found;
    }

    std::uint32_t limit_of(std::uint32_t heap, const Chosen& chosen) const {
        std::uint32_t limit = heap;
        if (has(now_.data(), heap)) return limit;
        for (const std::uint32_t s : chosen) {
            if (s <= heap && has(now_.data(), heap - s)) limit = heap - s;
        }
        return limit;
    }

    std::uint32_t heaps_;
    bool misere_;
    Row lost_, won_;  // as given
    Row now_;
};

}  // namespace perfectplay::hitting
