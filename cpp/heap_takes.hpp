// The takes of a subtraction game, made ready to rule out heaps.
//
// A *layer* of heaps is what is found by going up from heap 0: the first heap that is still open is a
// *member*, and it closes every heap a take above it. The heaps that are lost for the player to move are
// such a layer; the heaps of nim-value 1 are one among the heaps left, and so on (heap_sieve.hpp).
//
// Near takes, up to 64, move along in a register of the heaps ahead that are closed. Its low bits decide
// the next heaps, so a table of the low bits tells which of them are members and what these close:
//
//     heap        ...  h+7 h+6 h+5 h+4 h+3 h+2 h+1  h
//     register          0   0   0   1   0   1   1   1      h+3 is open, so it is a member and by the
//     afterwards        1   1   0   1   -   -   -   -      takes 1, 3, 4 closes h+4, h+6 and h+7
//
// Far takes close heaps in later words of a buffer: a bit for each of them, a word of members at a time, or,
// where there are many, all far takes of a member at once by a mask of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace perfectplay {

using Word = std::uint64_t;  // 64 heaps, bit k the k-th of them

inline constexpr unsigned kWordBits = 64;

class Takes {
public:
    // Different takes >= 1, ascending.
    Takes(const std::uint64_t* first, const std::uint64_t* last) {
        Word near = 0;
        for (; first != last; ++first) {
            largest_ = *first;
            ++count_;
            if (*first <= kWordBits) near |= Word{1} << (*first - 1);
            else far_.push_back(*first);
        }
        wide_.fill(near);
        narrow_.fill(near);
        if (far_.size() * kWordsInTimeOfMark > mask_words()) {
            mask_.resize(mask_words());
            for (const std::uint64_t take : far_) {
                mask_[take / kWordBits] |= Word{1} << take % kWordBits;
            }
        }
    }

    std::uint64_t largest() const { return largest_; }
    std::uint64_t count() const { return count_; }
    bool any_far() const { return !far_.empty(); }

    // How many words ahead of its own a member can close heaps.
    std::size_t span() const { return any_far() ? largest_ / kWordBits + 1 : 0; }

    // The members among the next 64 heaps, given the register and which heaps are closed for other
    // reasons. Moves the register on. (Six steps: 4 * 11 + 2 * 10; both tables stay in the first cache.)
    Word members(Word& ahead, Word closed) const {
        Word found = 0;
        for (unsigned at = 0; at < 4 * 11; at += 11) found |= wide_.step(ahead, closed >> at) << at;
        found |= narrow_.step(ahead, closed >> 44) << 44;
        found |= narrow_.step(ahead, closed >> 54) << 54;
        return found;
    }

    // Marks what these members of one word close by far takes; `word` is the members' own word in a
    // buffer that reaches `span()` words further.
    void close(Word members, Word* word) const {
        if (!mask_.empty()) {
            for (; members; members &= members - 1) close_by_mask(members, word);
        } else if (std::popcount(members) > 2) {
            for (const std::uint64_t take : far_) {
                Word* const to = word + take / kWordBits;
                const unsigned shift = take % kWordBits;
                to[0] |= members << shift;
                to[1] |= members >> 1 >> (kWordBits - 1 - shift);
            }
        } else {
            for (; members; members &= members - 1) {
                const auto bit = static_cast<unsigned>(std::countr_zero(members));
                for (const std::uint64_t take : far_) {
                    const std::uint64_t heap = take + bit;
                    word[heap / kWordBits] |= Word{1} << heap % kWordBits;
                }
            }
        }
    }

private:
    static constexpr std::size_t kWordsInTimeOfMark = 2;  // measured: words of the mask per take

    template <unsigned kBits>
    struct Table {
        std::array<Word, std::size_t{1} << kBits> closes;    // by low bits: the register afterwards
        std::array<std::uint16_t, std::size_t{1} << kBits> members;

        // From the lowest open heap l on, the register is one with more bits: fill from the top.
        void fill(Word near) {
            const Word all = (Word{1} << kBits) - 1;
            closes[all] = 0;
            members[all] = 0;
            for (Word low = all; low-- > 0;) {
                const auto l = static_cast<unsigned>(std::countr_one(low));
                const Word then = (low | Word{1} << l | near << (l + 1)) & all;
                closes[low] = closes[then] | near >> (kBits - 1 - l);
                members[low] = static_cast<std::uint16_t>(members[then] | 1U << l);
            }
        }
        Word step(Word& ahead, Word closed) const {
            const Word low = (ahead | closed) & ((Word{1} << kBits) - 1);
            ahead = ahead >> kBits | closes[low];
            return members[low];
        }
    };

    std::size_t mask_words() const { return largest_ / kWordBits + 1; }

    void close_by_mask(Word members, Word* word) const {
        const auto shift = static_cast<unsigned>(std::countr_zero(members));
        const unsigned back = kWordBits - 1 - shift;
        const std::size_t words = mask_.size();
        for (std::size_t k = 1; k < words; ++k) {  // no far take is in the first word
            word[k] |= mask_[k] << shift | mask_[k - 1] >> 1 >> back;
        }
        word[words] |= mask_[words - 1] >> 1 >> back;
    }

    Table<11> wide_;
    Table<10> narrow_;
    std::vector<std::uint64_t> far_;
    std::vector<Word> mask_;  // the far takes, bit t the take t; empty if they are few
    std::uint64_t largest_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace perfectplay
