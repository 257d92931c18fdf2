// Finding where a long window of values was before, in time that does not depend on the window.
#pragma once

#include <cstdint>
#include <optional>

#include "parallel.hpp"

namespace perfectplay {

// A number for the values of a window, modulo 2^64; equal windows have equal numbers.
//
//     number = sum of code(newest - i) * base^i,  i = 0, ..., window - 1
class WindowNumber {
public:
    template <class Code>
    WindowNumber(std::uint64_t newest, std::uint64_t window, Code& code) {
        std::uint64_t power = 1;
        for (std::uint64_t i = 0; i < window; ++i) {
            number_ += spread(code(newest - i)) * power;
            oldest_ = power;
            power *= kBase;
        }
        for (unsigned i = 0; i < 6; ++i) inverse_ *= 2 - kBase * inverse_;  // Newton's iteration
    }

    std::uint64_t number() const { return number_; }

    // Moves the window down: its newest value goes, an older one comes.
    void move_down(std::uint64_t newest, std::uint64_t older) {
        number_ = (number_ - spread(newest)) * inverse_ + spread(older) * oldest_;
    }

private:
    static constexpr std::uint64_t kBase = 0xd1342543de82ef95;  // odd, its bits at random
    static std::uint64_t spread(std::uint64_t code) { return (code + 1) * 0x9e3779b97f4a7c15; }

    std::uint64_t number_ = 0;
    std::uint64_t oldest_ = 0;  // the power of the oldest value
    std::uint64_t inverse_ = 1;
};

// The nearest place below `newest` where a window >= 1 of values ends that has the number of the one
// that ends at `newest`, and where `same(place)`. Windows go down to value `first`.
template <class Code, class Same>
std::optional<std::uint64_t> nearest_repeat(std::uint64_t newest, std::uint64_t first,
                                            std::uint64_t window, Code& code, const Same& same,
                                            Progress& progress) {
    constexpr std::uint64_t kBetweenLooks = 1 << 12;
    WindowNumber moving(newest, window, code);
    const std::uint64_t wanted = moving.number();
    for (std::uint64_t place = newest; place >= first + window; --place) {
        if (place % kBetweenLooks == 0 && progress.stop.load(std::memory_order_relaxed)) break;
        moving.move_down(code(place), code(place - window));
        if (moving.number() == wanted && same(place - 1)) return place - 1;
    }
    return {};
}

}  // namespace perfectplay
