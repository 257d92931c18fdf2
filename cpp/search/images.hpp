// Symmetric positions count as one: of a set of items, the least image under a list of symmetries.
//
// The images of a byte of a mask under eight symmetries stand side by side, so that the images of a
// mask under all eight are the union of one such row a byte:
//
//     row(byte b, its bits) = | s0 | s1 | s2 | s3 | s4 | s5 | s6 | s7 |     8 words, a cache line
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../lanes.hpp"

namespace perfectplay {

class Images {
public:
    struct alignas(64) Row {
        std::array<Mask, 8> word;
    };

    // `permutations[s][i]` is where symmetry s takes item i; the identity need not be listed. Any list is
    // right: the more of the group it has, the more positions count as one.
    Images(unsigned items, std::vector<std::vector<unsigned>> permutations) : items_(items) {
        std::vector<unsigned> identity(items);
        for (unsigned i = 0; i < items; ++i) identity[i] = i;
        permutations.insert(permutations.begin(), identity);
        count_ = permutations.size();
        for (const auto& to : permutations) {
            forward_.push_back({});
            back_.push_back({});
            for (unsigned i = 0; i < items; ++i) {
                forward_.back()[i] = static_cast<std::uint8_t>(to[i]);
                back_.back()[to[i]] = static_cast<std::uint8_t>(i);
            }
        }
        bytes_ = (items + 7) / 8;
        groups_ = (count_ + 7) / 8;
        rows_.resize(groups_ * bytes_ * 256);
        for (std::size_t s = 0; s < groups_ * 8; ++s) {
            const auto& to = forward_[s < count_ ? s : 0];  // the last group is filled up
            for (unsigned byte = 0; byte < bytes_; ++byte) {
                for (unsigned bits = 0; bits < 256; ++bits) {
                    Mask image = 0;
                    for (unsigned k = 0; k < 8 && byte * 8 + k < items; ++k) {
                        if (bits >> k & 1) image |= Mask{1} << to[byte * 8 + k];
                    }
                    rows_[((s / 8) * bytes_ + byte) * 256 + bits].word[s % 8] = image;
                }
            }
        }
        for (unsigned i = 0; i < items; ++i) items_of_.push_back(row_of(0, Mask{1} << i));
    }

    struct Image {
        Mask mask;
        unsigned symmetry;  // that leads to it
    };

    Image least(Mask mask) const {
        if (count_ == 1) return {mask, 0};
        Image best{~Mask{0}, 0};
        for (std::size_t group = 0; group < groups_; ++group) {
            const Row images = row_of(group, mask);
            update(best, images, group * 8, 8);
        }
        if (best.symmetry >= count_) best.symmetry = 0;
        return best;
    }

    // A mask and its images under the first eight symmetries: those of a mask that differs from it in a few
    // items differ in the images of these.
    struct Around {
        Mask mask;
        Row images;
    };
    Around around(Mask mask) const { return {mask, count_ == 1 ? Row{} : row_of(0, mask)}; }
    Image least(Mask mask, const Around& around) const {
        if (groups_ > 1 || count_ == 1) return least(mask);
        Row images = around.images;
        for (Mask differ = mask ^ around.mask; differ; differ &= differ - 1) {
            const Row& of_item = items_of_[static_cast<std::size_t>(std::countr_zero(differ))];
            for (unsigned s = 0; s < 8; ++s) images.word[s] ^= of_item.word[s];
        }
        Image best{~Mask{0}, 0};
        update(best, images, 0, count_ <= 4 ? 4 : 8);
        if (best.symmetry >= count_) best.symmetry = 0;
        return best;
    }

    unsigned forward(std::size_t symmetry, unsigned item) const { return forward_[symmetry][item]; }
    unsigned back(std::size_t symmetry, unsigned item) const { return back_[symmetry][item]; }

private:
    Row row_of(std::size_t group, Mask mask) const {
        Row images{};
        const Row* row = &rows_[group * bytes_ * 256];
        for (unsigned byte = 0; byte < bytes_; ++byte, row += 256) {
            const Row& part = row[mask >> (8 * byte) & 255];
            for (unsigned s = 0; s < 8; ++s) images.word[s] |= part.word[s];
        }
        return images;
    }
    static void update(Image& best, const Row& images, std::size_t first, unsigned count) {
        for (unsigned s = 0; s < count; ++s) {
            if (images.word[s] < best.mask) best = {images.word[s], static_cast<unsigned>(first + s)};
        }
    }

    unsigned items_;
    std::size_t count_;
    unsigned bytes_;
    std::size_t groups_;
    std::vector<Row> rows_;
    std::vector<Row> items_of_;  // the images of single items, under the first eight
    std::vector<std::array<std::uint8_t, 64>> forward_, back_;
};

}  // namespace perfectplay
