// A large piece of memory, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "parallel.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#define PERFECTPLAY_HAVE_MMAP 1
#endif

namespace perfectplay {

class Memory {
public:
    Memory() = default;

    // Takes address space only; pages come with `touch` or first use. What it holds is not defined.
    // Throws std::bad_alloc.
    explicit Memory(std::size_t bytes) : bytes_(bytes) {
        if (Spare& spare = spare_memory(); bytes <= kMostSpare) {
            const std::lock_guard lock(spare.mutex);
            for (Piece& piece : spare.pieces) {
                if (piece.data && piece.bytes >= bytes) {
                    data_ = std::exchange(piece.data, nullptr);
                    bytes_ = piece.bytes;
                    used_ = true;
                    return;
                }
            }
        }
#if defined(PERFECTPLAY_HAVE_MMAP)
        void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                              -1, 0);
        if (at == MAP_FAILED) throw std::bad_alloc();
        data_ = at;
#if defined(MADV_HUGEPAGE)
        if (bytes >= kPiece) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
#else
        data_ = ::operator new(bytes, std::align_val_t{64});
        used_ = true;
#endif
    }
    Memory(Memory&& other) noexcept { swap(other); }
    Memory& operator=(Memory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Memory() {
        if (Spare& spare = spare_memory(); data_ && bytes_ <= kMostSpare) {
            const std::lock_guard lock(spare.mutex);
            Piece& piece = spare.pieces[spare.pieces[0].data ? 1 : 0];
            std::swap(data_, piece.data);
            std::swap(bytes_, piece.bytes);
        }
        release(data_, bytes_);
    }

    template <class Value>
    Value* as() const {
        return static_cast<Value*>(data_);
    }
    // Makes all bytes 0; pages fresh from the system are.
    void zero() {
        if (used_) std::memset(data_, 0, bytes_);
    }
    // Makes the system provide all pages now, so that solving does not wait for them.
    void touch(unsigned threads, const Progress& progress) const {
        auto* const bytes = static_cast<volatile std::uint8_t*>(data_);
        parallel_for(threads, (bytes_ + kPiece - 1) / kPiece, [&](std::size_t k) {
            if (progress.stop.load(std::memory_order_relaxed)) return;
            const std::size_t end = std::min(bytes_, (k + 1) * kPiece);
            for (std::size_t at = k * kPiece; at < end; at += kPage) bytes[at] = 0;
        });
    }

private:
    static constexpr std::size_t kPage = 4096;
    static constexpr std::size_t kPiece = std::size_t{1} << 21;

    // Two pieces of memory (values and F) are kept for the next small table: for a series of them,
    // getting pages from the system again and again would take longer than solving.
    static constexpr std::size_t kMostSpare = std::size_t{32} << 20;
    struct Piece {
        void* data = nullptr;
        std::size_t bytes = 0;
    };
    struct Spare {
        std::mutex mutex;
        Piece pieces[2];
        ~Spare() {
            for (const Piece& piece : pieces) release(piece.data, piece.bytes);
        }
    };
    static Spare& spare_memory() {
        static Spare spare;
        return spare;
    }

    static void release(void* data, [[maybe_unused]] std::size_t bytes) {
        if (!data) return;
#if defined(PERFECTPLAY_HAVE_MMAP)
        munmap(data, bytes);
#else
        ::operator delete(data, std::align_val_t{64});
#endif
    }

    void swap(Memory& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        std::swap(used_, other.used_);
    }

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    bool used_ = false;  // by others before
};

}  // namespace perfectplay
