// Where each position of a table stands: which items are in-block, and alike items counted once.
//
// The items of a table get *places*, bits of a position as lanes.hpp draws it:
//
//     top                      |  plain block items  |  12 in-block items
//     alike items, by class    |                     |
//
// Items are alike if exchanging them changes nothing. Of a class only the number taken matters, so a
// block is stored only if the taken places of each class are its lowest ones (it is *canonical*): k + 1
// patterns of 2^k. The numbers of items taken of each class are the digits of the block's number, above
// the bits of its plain block items.
#pragma once

#include <bit>
#include <vector>

#include "kernel.hpp"

namespace perfectplay {

class Layout {
public:
    // `inside` are the in-block items, all others are in `classes` or plain. With fewer items than a
    // block has, the rest counts as taken.
    Layout(unsigned items, Mask inside, const std::vector<Mask>& classes) : place_(items) {
        const Mask all = (Mask{1} << items) - 1;
        unsigned low = 0;
        unsigned high = kBlockBits;
        Mask alike = 0;
        for (const Mask c : classes) alike |= c;
        for (unsigned item = 0; item < items; ++item) {
            if (inside >> item & 1) place_[item] = low++;
            else if (!(alike >> item & 1)) place_[item] = high++;
        }
        missing_ = ((Mask{1} << kBlockBits) - 1) & ~((Mask{1} << low) - 1);
        plain_items_ = high - kBlockBits;
        for (unsigned k = 0; k < plain_items_; ++k) {
            step_.push_back(std::size_t{1} << k);
            earlier_.push_back(0);
        }
        blocks_ = std::size_t{1} << plain_items_;
        for (const Mask c : classes) {
            const unsigned first = high;
            for (Mask left = c & all; left; left &= left - 1) {
                place_[static_cast<std::size_t>(std::countr_zero(left))] = high++;
                step_.push_back(blocks_);
                earlier_.push_back(((Mask{1} << (high - 1 - first)) - 1) << (first - kBlockBits));
            }
            classes_.push_back({first, high - first, blocks_});
            blocks_ *= high - first + 1;
        }
        places_ = high;
    }

    unsigned items() const { return static_cast<unsigned>(place_.size()); }
    unsigned places() const { return places_; }
    unsigned block_items() const { return places_ - kBlockBits; }
    std::size_t blocks() const { return blocks_; }

    // The block items taken in the block with this number.
    Mask block_taken(std::size_t block) const {
        Mask taken = block & ((std::size_t{1} << plain_items_) - 1);
        for (const Class& c : classes_) {
            const std::size_t count = block / c.step % (c.size + 1);
            taken |= ((Mask{1} << count) - 1) << (c.first - kBlockBits);
        }
        return taken;
    }
    // How much further on the blocks with one more block item are.
    std::size_t step(unsigned block_item) const { return step_[block_item]; }

    // Whether a block item is free in a canonical block, and taking it gives a canonical one.
    bool may_take(Mask taken, unsigned block_item) const {
        const Mask earlier = earlier_[block_item];
        return !(taken >> block_item & 1) && (taken & earlier) == earlier;
    }

    // The set of places of a set of items.
    Mask placed(Mask items) const {
        Mask set = 0;
        for (; items; items &= items - 1) {
            set |= Mask{1} << place_[static_cast<std::size_t>(std::countr_zero(items))];
        }
        return set;
    }

    // Where a position stands is a sum over its items: the number of its block, above the 12 bits of its
    // in-block items. This is the part of one item, and the sum of no item.
    Mask part(std::size_t item) const {
        const unsigned place = place_[item];
        return place < kBlockBits ? Mask{1} << place : Mask{step_[place - kBlockBits]} << kBlockBits;
    }
    Mask nothing() const { return missing_; }

    // Where the position with these items taken stands.
    std::size_t cell(Mask items) const {
        Mask sum = nothing();
        for (; items; items &= items - 1) {
            sum += part(static_cast<std::size_t>(std::countr_zero(items)));
        }
        return static_cast<std::size_t>(sum >> kBlockBits) * kBlockCells +
               cell_of(sum & ((Mask{1} << kBlockBits) - 1));
    }

    // How many blocks, had alike items not been counted once, this one stands for.
    std::uint64_t multiplicity(std::size_t block) const {
        std::uint64_t product = 1;
        for (const Class& c : classes_) {
            const std::size_t count = block / c.step % (c.size + 1);
            std::uint64_t choose = 1;
            for (std::uint64_t k = 1; k <= count; ++k) choose = choose * (c.size + 1 - k) / k;
            product *= choose;
        }
        return product;
    }

    // Consecutive blocks that agree in all but their low plain items.
    struct Run {
        std::size_t first, last;
    };

    // All blocks in at least `least` runs if there are so many; runs of one level, those with the same
    // number of items taken in common, do not depend on each other.
    std::vector<std::vector<Run>> levels(std::size_t least) const {
        unsigned low = plain_items_;
        while (low > 0 && blocks() >> low < least) --low;
        std::vector<std::vector<Run>> levels(block_items() + 1);
        for (std::size_t run = 0; run < blocks() >> low; ++run) {
            const std::size_t first = run << low;
            levels[static_cast<unsigned>(std::popcount(block_taken(first)))].push_back(
                {first, first + (std::size_t{1} << low) - 1});
        }
        return levels;
    }

private:
    struct Class {
        unsigned first, size;  // its places
        std::size_t step;      // of its digit in the number of a block
    };

    std::vector<unsigned> place_;  // of each item
    unsigned places_ = 0;          // at least those of a block
    Mask missing_ = 0;
    unsigned plain_items_ = 0;
    std::vector<Class> classes_;
    std::size_t blocks_ = 1;
    std::vector<std::size_t> step_;  // for each block item
    std::vector<Mask> earlier_;      // for each block item, those of its class to be taken before
};

}  // namespace perfectplay
