// The nim-values of heaps, 64 heaps at a time, layer by layer.
//
// Heap h has the nim-value v if it has an option of each smaller value and none of the value v. So the
// heaps of value v are found among those without a smaller value as the lost heaps are found among all:
// from below, each member closes the heaps a take above it. One layer for each value, a layer's `closed`
// heaps being the members of the layers below; whoever wants outcomes alone stops after the first.
#pragma once

#include <algorithm>
#include <vector>

#include "heap_takes.hpp"

namespace perfectplay {

// The heaps of one nim-value.
class Layer {
public:
    explicit Layer(const Takes& takes) : buffer_(2 * takes.span()) {}

    // The members among the next 64 heaps, those left over by other layers.
    Word next(const Takes& takes, Word left) {
        if (buffer_.empty()) return takes.members(ahead_, ~left);
        const Word members = takes.members(ahead_, ~left | buffer_[at_]);
        if (members) takes.close(members, &buffer_[at_]);
        if (++at_ == buffer_.size() / 2) slide();
        return members;
    }

private:
    // The buffer has room for the words ahead of any word in its first half.
    void slide() {
        const auto middle = buffer_.begin() + static_cast<std::ptrdiff_t>(at_);
        std::copy(middle, buffer_.end(), buffer_.begin());
        std::fill(middle, buffer_.end(), Word{0});
        at_ = 0;
    }

    Word ahead_ = 0;            // heaps closed by near takes, bit 0 the next heap
    std::vector<Word> buffer_;  // heaps closed by far takes
    std::size_t at_ = 0;        // the word of the next heap
};

// All layers, or the first alone.
class Sieve {
public:
    Sieve(const Takes& takes, bool all_layers) : takes_(takes), all_layers_(all_layers) {
        layers_.emplace_back(takes);
        members_.resize(1);
    }

    // The members of each layer among the next 64 heaps.
    const std::vector<Word>& next() {
        if (!all_layers_) {
            members_[0] = layers_[0].next(takes_, ~Word{0});
            return members_;
        }
        Word left = ~Word{0};
        for (std::size_t value = 0; value < layers_.size(); ++value) {
            members_[value] = layers_[value].next(takes_, left);
            left &= ~members_[value];
        }
        while (left) {  // a value that no heap had before
            members_.push_back(layers_.emplace_back(takes_).next(takes_, left));
            left &= ~members_.back();
        }
        return members_;
    }

private:
    const Takes& takes_;
    bool all_layers_;
    std::vector<Layer> layers_;
    std::vector<Word> members_;
};

}  // namespace perfectplay
