// Wrong: adds up lengths in an int that overflows.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

std::vector<std::vector<std::pair<int, int>>> roads;

std::vector<int> distances(int start) {
    std::vector<int> found(roads.size()), parent(roads.size(), -1), queue{start};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        int town = queue[next];
        for (auto [other, length] : roads[town]) {
            if (other != parent[town]) {
                parent[other] = town;
                found[other] = static_cast<int>(static_cast<std::uint32_t>(found[town]) + length);
                queue.push_back(other);
            }
        }
    }
    return found;
}

int farthest(const std::vector<int>& found) {
    return static_cast<int>(std::max_element(found.begin(), found.end()) - found.begin());
}

int main() {
    int n = 0;
    std::cin >> n;
    roads.resize(n);
    for (int road = 1; road < n; ++road) {
        int a = 0, b = 0, length = 0;
        std::cin >> a >> b >> length;
        roads[a - 1].emplace_back(b - 1, length);
        roads[b - 1].emplace_back(a - 1, length);
    }
    int one_end = farthest(distances(0));
    auto from_one_end = distances(one_end);
    auto from_other_end = distances(farthest(from_one_end));
    for (int town = 0; town < n; ++town) std::cout << std::max(from_one_end[town], from_other_end[town]) << '\n';
}
