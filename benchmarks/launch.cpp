// Runs a command and measures it: launch OUTPUT COMMAND [ARGUMENT ...] writes its output to OUTPUT and prints wall seconds,
// processor seconds and peak KiB. The peak of a process includes what its parent held in memory; this parent holds next to nothing.
// g++ -O2 -std=c++17 -o launch launch.cpp
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

int main(int, char** arguments) {
    const int output = open(arguments[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (output < 0) return perror(arguments[1]), 2;
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        dup2(output, STDOUT_FILENO);
        execv(arguments[2], arguments + 2);
        _exit(127);
    }
    int status;
    rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return perror(arguments[2]), 2;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const double processor = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
                             (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    printf("%.6f %.6f %ld\n", elapsed.count(), processor, usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
