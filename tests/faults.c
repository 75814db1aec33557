/* Makes one call to the C library fail: the k-th of its kind after counting has begun. See faults.py.
 *
 * Preloaded (LD_PRELOAD), it stands in front of the C library's functions. Counting begins when a process opens the
 * path "faults:KIND:FIRST:LAST:ERRNO:REPORT". From then on, the calls of that kind are counted, in this process and its
 * forks, but not in the programs that they execute. The calls from number FIRST to number LAST fail with the error
 * ERRNO, and each that does is named in a line at the end of the file REPORT, with its path or file. If FIRST is 0,
 * none fails and all are named.
 *
 * A new thread gets all the memory that it wants until its first call of another kind, and that isn't counted: Python
 * would wait for ever for a thread that has no memory for its first objects.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char BEGIN[] = "faults:";

static struct {
    char kind[16];
    long first, last;
    int error;
    char report[1024];
} plan;

static long *volatile count; /* in memory that forks share; null until counting begins */
/* Whether this is a new thread that has only asked for memory so far. Access to it needs no memory. */
static __thread int starting __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

/* The function of the C library that comes after ours. */
#define NEXT(name) ((__typeof__(&name))next_of(#name))

static void *next_of(const char *name) { return dlsym(RTLD_NEXT, name); }

static long system_call(long number, long a, long b, long c, long d, long e, long f)
{
    static long (*next)(long, ...);
    if (!next)
        next = (long (*)(long, ...))next_of("syscall");
    return next(number, a, b, c, d, e, f);
}

static void report(const char *name, const char *path, int descriptor)
{
    char line[1200];
    int length = path ? snprintf(line, sizeof line, "%s %s\n", name, path)
                      : descriptor >= 0 ? snprintf(line, sizeof line, "%s %d\n", name, descriptor)
                                        : snprintf(line, sizeof line, "%s\n", name);
    int file = system_call(SYS_openat, AT_FDCWD, (long)plan.report, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600, 0, 0);
    if (file >= 0) {
        system_call(SYS_write, file, (long)line, length < (int)sizeof line ? length : (int)sizeof line - 1, 0, 0, 0);
        system_call(SYS_close, file, 0, 0, 0, 0, 0);
    }
}

/* Whether this call is to fail; if so, errno is set. */
static int fails(const char *kind, const char *name, const char *path, int descriptor)
{
    if (strcmp(kind, "memory") != 0 && strcmp(kind, "mmap") != 0)
        starting = 0;
    if (!count || starting || strcmp(kind, plan.kind) != 0)
        return 0;
    int before = errno;
    long number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    int hit = plan.first <= number && number <= plan.last;
    if (hit || plan.first == 0)
        report(name, path, descriptor);
    errno = hit ? plan.error : before;
    return hit;
}

static int begin(const char *path)
{
    static long (*shared);
    if (strncmp(path, BEGIN, sizeof BEGIN - 1) != 0)
        return 0;
    if (!shared)
        shared = (long *)system_call(
            SYS_mmap, 0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *shared = 0;
    int read = sscanf(path + sizeof BEGIN - 1, "%15[^:]:%ld:%ld:%d:%1023[^\n]", plan.kind, &plan.first, &plan.last,
                      &plan.error, plan.report);
    count = read == 5 ? shared : NULL;
    errno = ENOENT;
    return 1;
}

/* Opening. The mode is read even if it was not given; the C library then ignores it. */

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = va_arg(rest, mode_t);                                                                            \
        va_end(rest);                                                                                                  \
        return begin(path) || fails("open", #name, path, -1) ? -1 : NEXT(name)(path, flags, mode);                     \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    int name(int directory, const char *path, int flags, ...)                                                          \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = va_arg(rest, mode_t);                                                                            \
        va_end(rest);                                                                                                  \
        return fails("open", #name, path, -1) ? -1 : NEXT(name)(directory, path, flags, mode);                         \
    }
OPENAT(openat)
OPENAT(openat64)

/* FUNCTION(kind, result, name, parameters, arguments, path, descriptor, what is returned where it fails) */
#define FUNCTION(kind, type, name, parameters, arguments, path, descriptor, failure)                                   \
    type name parameters { return fails(kind, #name, path, descriptor) ? failure : NEXT(name) arguments; }

FUNCTION("open", DIR *, opendir, (const char *path), (path), path, -1, NULL)
FUNCTION("open", DIR *, fdopendir, (int file), (file), NULL, file, NULL)
FUNCTION("open", FILE *, fopen, (const char *path, const char *mode), (path, mode), path, -1, NULL)
FUNCTION("open", FILE *, fopen64, (const char *path, const char *mode), (path, mode), path, -1, NULL)

FUNCTION("descriptor", int, pipe, (int ends[2]), (ends), NULL, -1, -1)
FUNCTION("descriptor", int, pipe2, (int ends[2], int flags), (ends, flags), NULL, -1, -1)
FUNCTION("descriptor", int, memfd_create, (const char *name, unsigned flags), (name, flags), name, -1, -1)
FUNCTION("descriptor", int, dup, (int file), (file), NULL, file, -1)
FUNCTION("descriptor", int, dup2, (int file, int other), (file, other), NULL, file, -1)

FUNCTION("read", ssize_t, read, (int file, void *to, size_t size), (file, to, size), NULL, file, -1)
FUNCTION("read", ssize_t, pread64, (int file, void *to, size_t size, off64_t at), (file, to, size, at), NULL, file, -1)
FUNCTION("read", struct dirent64 *, readdir64, (DIR * directory), (directory), NULL, dirfd(directory), NULL)
FUNCTION("write", ssize_t, write, (int file, const void *from, size_t size), (file, from, size), NULL, file, -1)
FUNCTION("seek", off64_t, lseek64, (int file, off64_t by, int from), (file, by, from), NULL, file, -1)

/* A file that can't be closed is closed nevertheless, as by the system. Only closing a regular file can fail. */
int close(int file)
{
    struct stat status;
    int failed = count && NEXT(fstat)(file, &status) == 0 && S_ISREG(status.st_mode) && fails("close", "close", NULL, file);
    int error = errno;
    int result = NEXT(close)(file);
    if (failed)
        errno = error;
    return failed ? -1 : result;
}

FUNCTION("sync", int, fsync, (int file), (file), NULL, file, -1)
FUNCTION("sync", int, fdatasync, (int file), (file), NULL, file, -1)

FUNCTION("stat", int, stat, (const char *path, struct stat *to), (path, to), path, -1, -1)
FUNCTION("stat", int, stat64, (const char *path, struct stat64 *to), (path, to), path, -1, -1)
FUNCTION("stat", int, lstat, (const char *path, struct stat *to), (path, to), path, -1, -1)
FUNCTION("stat", int, lstat64, (const char *path, struct stat64 *to), (path, to), path, -1, -1)
FUNCTION("stat", int, fstat, (int file, struct stat *to), (file, to), NULL, file, -1)
FUNCTION("stat", int, fstat64, (int file, struct stat64 *to), (file, to), NULL, file, -1)
FUNCTION("stat", int, fstatat64, (int directory, const char *path, struct stat64 *to, int flags),
         (directory, path, to, flags), path, -1, -1)
FUNCTION("stat", int, access, (const char *path, int mode), (path, mode), path, -1, -1)
FUNCTION("stat", ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size), path, -1, -1)

FUNCTION("rename", int, rename, (const char *from, const char *to), (from, to), to, -1, -1)
FUNCTION("rename", int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), to, -1, -1)
FUNCTION("unlink", int, unlink, (const char *path), (path), path, -1, -1)
FUNCTION("unlink", int, unlinkat, (int directory, const char *path, int flags), (directory, path, flags), path, -1, -1)
FUNCTION("unlink", int, rmdir, (const char *path), (path), path, -1, -1)
FUNCTION("mkdir", int, mkdir, (const char *path, mode_t mode), (path, mode), path, -1, -1)
FUNCTION("chmod", int, chmod, (const char *path, mode_t mode), (path, mode), path, -1, -1)
FUNCTION("chmod", int, fchmod, (int file, mode_t mode), (file, mode), NULL, file, -1)

FUNCTION("mmap", void *, mmap, (void *at, size_t size, int protection, int flags, int file, off_t from),
         (at, size, protection, flags, file, from), NULL, file, MAP_FAILED)
FUNCTION("mmap", void *, mmap64, (void *at, size_t size, int protection, int flags, int file, off64_t from),
         (at, size, protection, flags, file, from), NULL, file, MAP_FAILED)

FUNCTION("fork", pid_t, fork, (void), (), NULL, -1, -1)

struct start {
    void *(*function)(void *);
    void *argument;
};

static void *start_thread(void *given)
{
    struct start start = *(struct start *)given;
    free(given);
    starting = 1;
    return start.function(start.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    struct start *start = fails("fork", "pthread_create", NULL, -1) ? NULL : __libc_malloc(sizeof *start);
    if (!start)
        return EAGAIN;
    *start = (struct start){function, argument};
    int error = NEXT(pthread_create)(thread, attributes, start_thread, start);
    if (error)
        free(start);
    return error;
}

/* A function that calls vfork must not return in the child, so this one forks. */
pid_t vfork(void) { return fails("fork", "vfork", NULL, -1) ? -1 : NEXT(fork)(); }

/* Memory. The C library has other names for these functions, for which dlsym, which allocates, is not needed. */

#define ALLOCATE(name, parameters, arguments)                                                                          \
    void *name parameters { return fails("memory", #name, NULL, -1) ? NULL : __libc_##name arguments; }
ALLOCATE(malloc, (size_t size), (size))
ALLOCATE(calloc, (size_t number, size_t size), (number, size))
ALLOCATE(realloc, (void *old, size_t size), (old, size))

/* Python asks for a pidfd by its number. */
long syscall(long number, ...)
{
    long a[6];
    va_list rest;
    va_start(rest, number);
    for (int k = 0; k < 6; k++)
        a[k] = va_arg(rest, long);
    va_end(rest);
#ifdef SYS_pidfd_open
    if (number == SYS_pidfd_open && fails("descriptor", "pidfd_open", NULL, a[0]))
        return -1;
#endif
    return system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
