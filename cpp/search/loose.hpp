// Chains from ground to ground and loops that nothing else touches: only their lengths matter, not where
// they lie. How many there are of each is a part of the key of a position.
//
// Some are *short*: whoever gets one takes it all and has to move on (chains of 1 and 2, loops of 2 and
// 3). Two short ones of one length cancel: opening one can be answered by opening the other, so that
// v(H + k + k) = v(H), by induction over the moves of H. The others are *long*: two coins of a chain, four
// of a loop can be left.
//
//     short of length   1 2 3     chains   3 4 5 6 7 8 9 10 11 12 13     loops   4 5 6 7 8 10 12
//     bits of the count 1 1 1              3 3 2 2 2 1 1  1  1  1  1             3 1 2 1 2  1  1   in all 32
//
// What does not fit here stays among the strings of the position.
#pragma once

#include <array>
#include <cstdint>

namespace perfectplay {

class Loose {
public:
    static constexpr unsigned kKinds = 21;
    static constexpr unsigned kNone = kKinds;
    static constexpr unsigned kFirstChain = 3, kFirstLoop = 14;  // before them the short ones
    static constexpr std::array<std::uint8_t, kKinds> kLength = {1,  2,  3,  3, 4, 5, 6, 7, 8,  9, 10,
                                                                 11, 12, 13, 4, 5, 6, 7, 8, 10, 12};

    static constexpr unsigned kind_of(int length, bool loop) {
        const bool is_short = length < (loop ? 4 : 3);
        const unsigned first = is_short ? 0 : loop ? kFirstLoop : kFirstChain;
        const unsigned end = is_short ? kFirstChain : loop ? kKinds : kFirstLoop;
        for (unsigned k = first; k < end; ++k) {
            if (kLength[k] == length) return k;
        }
        return kNone;
    }
    // How many coins can be left of one.
    static constexpr int left_of(unsigned kind) {
        return kind < kFirstChain ? 0 : kind < kFirstLoop ? 2 : 4;
    }

    std::uint32_t code() const { return counts_; }
    unsigned count(unsigned kind) const { return counts_ >> kShift[kind] & kMost[kind]; }
    // Adds one of a kind, unless there is no room for it.
    bool add(unsigned kind) {
        if (kind == kNone || count(kind) == kMost[kind]) return false;
        counts_ += std::uint32_t{1} << kShift[kind];
        return true;
    }
    // Whether there are no short ones, and no loops of an odd number of coins.
    bool is_long() const { return !(counts_ & (kShort | kOddLoops)); }
    // What the player who does not have to open makes more than the other if both take all but two of each
    // chain and all but four of each loop to the end, the last one whole. Only if `is_long()`.
    int controlled_value() const {
        int value = 0;
        bool chains = false, loops = false, longer = false;
        for (unsigned kind = kFirstChain; kind < kKinds; ++kind) {
            const auto number = static_cast<int>(count(kind));
            if (!number) continue;
            value += number * (kLength[kind] - 2 * left_of(kind));
            (kind < kFirstLoop ? chains : loops) = true;
            longer = longer || (kind < kFirstLoop && kLength[kind] > 3);
        }
        if (!chains && !loops) return 0;
        return value + (!chains ? 8 : loops && !longer ? 6 : 4);
    }
    void remove(unsigned kind) { counts_ -= std::uint32_t{1} << kShift[kind]; }

private:
    static constexpr std::array<std::uint8_t, kKinds> kShift = {0,  1,  2,  3,  6,  9,  11, 13, 15, 16, 17,
                                                                18, 19, 20, 21, 24, 25, 27, 28, 30, 31};
    static constexpr std::array<std::uint8_t, kKinds> kMost = {1, 1, 1, 7, 7, 3, 3, 3, 1, 1, 1,
                                                               1, 1, 1, 7, 1, 3, 1, 3, 1, 1};

    static constexpr std::uint32_t kShort = 0b111;
    static constexpr std::uint32_t kOddLoops = std::uint32_t{1} << 24 | std::uint32_t{1} << 27;

    std::uint32_t counts_ = 0;
};

}  // namespace perfectplay
