// The nim-values of heaps, 64 heaps at a time, layer by layer.
//
// Heap h has the nim-value v if it has an option of each smaller value and none of the value v. So the
// heaps of value v are found among those without a smaller value as the lost heaps are found among all:
// from below, each member closes the heaps a take above it. One layer for each value, a layer's `closed`
// heaps being the members of the layers below; whoever wants outcomes alone stops after the first.
#pragma once

#include <algorithm>
#include <new>
#include <vector>

#include "heap_takes.hpp"

namespace perfectplay {

// The heaps of one nim-value.
class Layer {
public:
    explicit Layer(const Takes& takes) : buffer_(2 * takes.span()) {}

    // How many bytes a layer takes.
    static std::size_t bytes(const Takes& takes) {
        return sizeof(Layer) + 2 * takes.span() * sizeof(Word);
    }

    // The members among the heaps of a word that other layers left over; `at` is the word's place in the
    // buffer. Words where nothing is left may be skipped.
    Word members(const Takes& takes, std::uint64_t word, std::size_t at, Word left) {
        if (word != next_word_) ahead_ = 0;  // near takes do not reach beyond a word without members
        next_word_ = word + 1;
        if (buffer_.empty()) return takes.members(ahead_, ~left);
        const Word found = takes.members(ahead_, ~left | buffer_[at]);
        if (found) takes.close(found, &buffer_[at]);
        return found;
    }

    // Moves the second half of the buffer to the first.
    void slide() {
        const auto middle = buffer_.begin() + static_cast<std::ptrdiff_t>(buffer_.size() / 2);
        std::copy(middle, buffer_.end(), buffer_.begin());
        std::fill(middle, buffer_.end(), Word{0});
    }

private:
    Word ahead_ = 0;  // heaps closed by near takes, bit 0 the first heap of the next word
    std::uint64_t next_word_ = 0;
    std::vector<Word> buffer_;  // heaps closed by far takes
};

// All layers, or the first alone.
class Sieve {
public:
    // Takes `bytes` of memory for its layers at most; if it needs more, `next` throws std::bad_alloc.
    Sieve(const Takes& takes, bool all_layers, std::size_t bytes)
        : takes_(takes), all_layers_(all_layers), most_layers_(bytes / Layer::bytes(takes)) {
        layers_.emplace_back(takes);
        members_.resize(1);
    }

    // The members of each layer among the next 64 heaps, as far as layers have any.
    const std::vector<Word>& next() {
        if (all_layers_) find_all();
        else members_[0] = layers_[0].members(takes_, word_, at_, ~Word{0});
        ++word_;
        if (++at_ == takes_.span()) {  // the buffers have room for the words ahead of their first half
            for (Layer& layer : layers_) layer.slide();
            at_ = 0;
        }
        return members_;
    }

private:
    void find_all() {
        members_.clear();
        for (Word left = ~Word{0}; left; left &= ~members_.back()) {
            const std::size_t value = members_.size();
            if (value == layers_.size()) {  // no heap had it before
                if (value >= most_layers_) throw std::bad_alloc();
                layers_.emplace_back(takes_);
            }
            members_.push_back(layers_[value].members(takes_, word_, at_, left));
        }
    }

    const Takes& takes_;
    bool all_layers_;
    std::size_t most_layers_;
    std::vector<Layer> layers_;
    std::vector<Word> members_;
    std::uint64_t word_ = 0;
    std::size_t at_ = 0;
};

}  // namespace perfectplay
