// Reading an input, for the peers.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

// The whole input, followed by a zero: mapped, or read where the file leaves no room for the zero in its last page.
static const uint8_t* input(const char* path) {
    const int file = path ? open(path, O_RDONLY) : 0;
    struct stat status;
    fstat(file, &status);
    if (S_ISREG(status.st_mode) && status.st_size % sysconf(_SC_PAGESIZE) != 0)
        return static_cast<uint8_t*>(mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0));
    size_t size = 0, room = 1 << 25;
    uint8_t* data = static_cast<uint8_t*>(malloc(room));
    for (ssize_t n; (n = read(file, data + size, room - size - 1)) > 0;)
        if ((size += n) + 1 == room) data = static_cast<uint8_t*>(realloc(data, room *= 2));
    data[size] = 0;
    return data;
}

static inline uint32_t number(const uint8_t*& p) {
    while (*p < '0') ++p;
    uint32_t value = *p++ - '0';
    while (*p >= '0') value = value * 10 + (*p++ - '0');
    return value;
}
