// Who moves next, what a player wants, and the one sign rule of the table engine.
//
// All values are for the player to move: the points this player will still make minus those the
// opponent will.
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

// The value of a move to its maker: `child` is the value of the position after it.
constexpr int move_value(Rules rules, int gain, int child) {
    const int points = rules.objective == Objective::last ? 0 : gain;
    const bool keeps_turn = rules.turn == Turn::bonus && gain > 0;
    return points + (keeps_turn ? child : -child);
}

constexpr bool better(Rules rules, int candidate, int best) {
    return rules.objective == Objective::fewest ? candidate < best : candidate > best;
}

}  // namespace perfectplay
