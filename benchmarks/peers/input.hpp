// Input for the peers.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

// Returns the whole input, followed by a zero. A file is mapped if its last page ends with zeros, and read otherwise.
static const uint8_t* input(const char* path) {
    const int file = path ? open(path, O_RDONLY) : 0;
    struct stat status;
    fstat(file, &status);
    if (S_ISREG(status.st_mode) && status.st_size % sysconf(_SC_PAGESIZE) != 0)
        return static_cast<uint8_t*>(mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0));
    size_t size = 0, capacity = 1 << 25;
    uint8_t* data = static_cast<uint8_t*>(malloc(capacity));
    for (ssize_t n; (n = read(file, data + size, capacity - size - 1)) > 0;)
        if ((size += n) + 1 == capacity) data = static_cast<uint8_t*>(realloc(data, capacity *= 2));
    data[size] = 0;
    return data;
}

static inline uint32_t number(const uint8_t*& p) {
    while (*p < '0') ++p;
    uint32_t value = *p++ - '0';
    while (*p >= '0') value = value * 10 + (*p++ - '0');
    return value;
}
