// A lower bound of the size of a hitting set: what its clauses are worth.
//
// Each clause has a price, such that no take meets clauses worth more than `kWhole` together. So
// clauses worth more than n * kWhole need more than n takes. (This is linear programming duality.)
// The price of a set of clauses is wanted all the time: `digits[d]` is the set of clauses in whose price
// the binary digit 2^d is set, and counting bits does the addition.
#pragma once

#include <cmath>

#include "bit_rows.hpp"

namespace perfectplay::hitting {

inline constexpr unsigned kDigits = 10;
inline constexpr unsigned kWhole = (1U << kDigits) - 1;

// The numbers of the takes of each clause.
using Numbers = std::vector<std::vector<std::uint32_t>>;

// Makes prices whose total is as large as is easy, and hitting sets that are small for the prices.
//
// For any prices u >= 0, the total of u less what takes are overpaid (by the clauses they meet, beyond
// 1) is a lower bound of the size of a hitting set. Subgradient steps raise that bound: clauses met by
// no overpaid take get dearer, those met by several cheaper. Overpaid takes are good ones to choose. At
// the end the prices are lowered until no take is overpaid and then raised where there is room.
//
// Source: Beasley, An algorithm for set covering problem, EJOR 31 (1987).
class Pricing {
   public:
    static constexpr unsigned kRounds = 400;  // beyond that they hardly improve
    static constexpr unsigned kPatience = 8;  // rounds without a better bound

    // `cover` is a hitting set, and is replaced by smaller ones.
    Pricing(const Numbers& clauses, std::size_t takes, std::vector<std::uint32_t>& cover)
        : clauses_(clauses), meets_(takes), cover_(cover), price_(clauses.size()), room_(takes) {
        for (std::uint32_t c = 0; c < clauses.size(); ++c) {
            for (const auto t : clauses[c]) meets_[t].push_back(c);
        }
        for (std::size_t c = 0; c < clauses.size(); ++c) {
            std::size_t most = 1;
            for (const auto t : clauses[c]) most = std::max(most, meets_[t].size());
            price_[c] = 1.0 / static_cast<double>(most);
        }
    }

    std::vector<unsigned> run() {
        double best = 0, step = 2;
        unsigned stalled = 0;
        std::vector<double> best_price = price_;
        std::vector<int> slope(clauses_.size());
        for (unsigned round = 0; round < kRounds; ++round) {
            double bound = 0;
            std::fill(room_.begin(), room_.end(), 1.0);
            for (std::size_t c = 0; c < clauses_.size(); ++c) {
                bound += price_[c];
                for (const auto t : clauses_[c]) room_[t] -= price_[c];
            }
            for (const double rest : room_) bound += std::min(rest, 0.0);
            ++stalled;
            if (bound > best + 1e-9) {
                best = bound;
                best_price = price_;
                stalled = 0;
            } else if (stalled == kPatience) {
                step /= 2;
                stalled = 0;
            }
            if (round % 8 == 0) improve();
            const auto enough = static_cast<double>(cover_.size());
            double square = 0;
            for (std::size_t c = 0; c < clauses_.size(); ++c) {
                slope[c] = 1;
                for (const auto t : clauses_[c]) slope[c] -= room_[t] < 0;
                square += slope[c] * slope[c];
            }
            if (best > enough - 1 + 1e-6 || square == 0 || step < 1e-4) break;
            const double stride = step * (enough - bound) / square;
            for (std::size_t c = 0; c < clauses_.size(); ++c) {
                price_[c] = std::max(0.0, price_[c] + stride * slope[c]);
            }
        }
        price_ = best_price;
        return affordable();
    }

   private:
    // Chooses takes by what is left of their price for what they newly meet, the best value first, and
    // then leaves out those that are not needed.
    void improve() {
        std::vector<std::uint32_t> chosen, met(clauses_.size());
        std::vector<double> worth(meets_.size());  // the number of unmet clauses of a take
        for (std::size_t t = 0; t < worth.size(); ++t) {
            worth[t] = static_cast<double>(meets_[t].size());
        }
        std::size_t unmet = clauses_.size();
        while (unmet) {
            std::size_t best = 0;
            double least = HUGE_VAL;
            for (std::size_t t = 0; t < worth.size(); ++t) {
                if (worth[t] == 0) continue;
                const double cost = room_[t] <= 0 ? room_[t] * worth[t] : room_[t] / worth[t];
                if (cost < least) {
                    least = cost;
                    best = t;
                }
            }
            chosen.push_back(static_cast<std::uint32_t>(best));
            for (const auto c : meets_[best]) {
                if (met[c]++) continue;
                --unmet;
                for (const auto t : clauses_[c]) worth[t] -= 1;
            }
        }
        for (std::size_t k = chosen.size(); k-- > 0;) {
            const auto& clauses = meets_[chosen[k]];
            if (std::any_of(clauses.begin(), clauses.end(), [&](auto c) { return met[c] == 1; })) {
                continue;
            }
            for (const auto c : clauses) --met[c];
            chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(k));
        }
        if (chosen.size() < cover_.size()) cover_ = std::move(chosen);
    }

    // Prices near the present ones, in whole parts, that overpay no take.
    std::vector<unsigned> affordable() const {
        std::vector<double> load(meets_.size());
        std::vector<unsigned> room(meets_.size(), kWhole), given(clauses_.size());
        for (std::size_t c = 0; c < clauses_.size(); ++c) {
            for (const auto t : clauses_[c]) load[t] += price_[c];
        }
        const auto give = [&](std::size_t c, unsigned wish) {
            for (const auto t : clauses_[c]) wish = std::min(wish, room[t]);
            given[c] += wish;
            for (const auto t : clauses_[c]) room[t] -= wish;
        };
        for (std::size_t c = 0; c < clauses_.size(); ++c) {
            double heaviest = 1;
            for (const auto t : clauses_[c]) heaviest = std::max(heaviest, load[t]);
            give(c, static_cast<unsigned>(kWhole * price_[c] / heaviest));
        }
        for (std::size_t c = 0; c < clauses_.size(); ++c) give(c, kWhole);  // all there is
        return given;
    }

    const Numbers& clauses_;
    Numbers meets_;  // the clauses of each take
    std::vector<std::uint32_t>& cover_;
    std::vector<double> price_, room_;
};

}  // namespace perfectplay::hitting
