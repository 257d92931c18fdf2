// Who moves next and what a player wants.
//
// All values are for the player to move: the points this player will still make minus those the
// opponent will. The rule that combines gains and values stands in kernel.hpp.
#pragma once

#include <cstdint>

namespace perfectplay {

enum class Turn : std::uint8_t { bonus, alternate };
enum class Objective : std::uint8_t { most, fewest, last };

struct Rules {
    Turn turn = Turn::bonus;
    Objective objective = Objective::most;
};

// The value of the position where every item is taken.
constexpr int final_value(Rules rules) { return rules.objective == Objective::last ? -1 : 0; }

// What a point is worth to who makes it, when players maximise.
constexpr int sign_of(Objective objective) {
    return objective == Objective::most ? 1 : objective == Objective::fewest ? -1 : 0;
}

}  // namespace perfectplay
