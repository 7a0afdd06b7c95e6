/* The reference for the kernel's speed: random playouts of Kingdomino for four seats, as one writes them in C without
 * any tricks. A territory is an array of bytes, 11 x 11 with a border; to place a domino every cell within reach
 * and every direction is tried, and one of the placements found is drawn; points are counted by flooding at the end.
 *
 *     cc -O3 playouts.c -o playouts && ./playouts 100000 < dominoes
 *
 * `dominoes` has 48 lines: terrain and crowns of the first square, then of the second; terrains count from 1.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 11, CELLS = 121, CASTLE = 60, ANY = 7, SIZE = 5 };

typedef struct {
    int8_t terrain[CELLS], crowns[CELLS];
    int left, right, top, bottom;
} Territory;

static int8_t dominoes[48][4];
static const int STEP[4] = {1, WIDTH, -1, -WIDTH}, ACROSS[4] = {1, 0, -1, 0}, DOWN[4] = {0, 1, 0, -1};

static uint64_t luck = 0x9E3779B97F4A7C15u;

static inline unsigned below(unsigned limit) {
    luck ^= luck << 13;
    luck ^= luck >> 7;
    luck ^= luck << 17;
    return (unsigned)(((luck >> 32) * limit) >> 32);
}

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

static inline int meets(const Territory *land, int cell, int terrain) {
    for (int way = 0; way < 4; way++) {
        int near = land->terrain[cell + STEP[way]];
        if (near == terrain || near == ANY) return 1;
    }
    return 0;
}

static int placements(const Territory *land, const int8_t *domino, uint16_t *found) {
    int left = max(1, land->right - SIZE + 1), right = min(WIDTH - 2, land->left + SIZE - 1);
    int top = max(1, land->bottom - SIZE + 1), bottom = min(WIDTH - 2, land->top + SIZE - 1);
    int count = 0;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            int a = y * WIDTH + x;
            if (land->terrain[a]) continue;
            int joined = meets(land, a, domino[0]);
            for (int way = 0; way < 4; way++) {
                int x2 = x + ACROSS[way], y2 = y + DOWN[way], b = a + STEP[way];
                if (x2 < left || x2 > right || y2 < top || y2 > bottom || land->terrain[b]) continue;
                if (joined || meets(land, b, domino[2])) found[count++] = (uint16_t)(a * 4 + way);
            }
        }
    return count;
}

static inline void lay(Territory *land, int cell, int terrain, int crowns) {
    int x = cell % WIDTH, y = cell / WIDTH;
    land->terrain[cell] = (int8_t)terrain;
    land->crowns[cell] = (int8_t)crowns;
    land->left = min(land->left, x);
    land->right = max(land->right, x);
    land->top = min(land->top, y);
    land->bottom = max(land->bottom, y);
}

static int points(const Territory *land) {
    int8_t left[CELLS];
    int waiting[CELLS], total = 0;
    memcpy(left, land->terrain, CELLS);
    left[CASTLE] = 0;
    for (int y = land->top; y <= land->bottom; y++)
        for (int x = land->left; x <= land->right; x++) {
            int start = y * WIDTH + x, terrain = left[start], size = 0, crowns = 0, depth = 0;
            if (!terrain) continue;
            waiting[depth++] = start;
            left[start] = 0;
            while (depth) {
                int cell = waiting[--depth];
                size++;
                crowns += land->crowns[cell];
                for (int way = 0; way < 4; way++) {
                    int near = cell + STEP[way];
                    if (left[near] == terrain) {
                        left[near] = 0;
                        waiting[depth++] = near;
                    }
                }
            }
            total += size * crowns;
        }
    return total;
}

static void shuffle(int *things, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = (int)below((unsigned)last + 1), thing = things[last];
        things[last] = things[other];
        things[other] = thing;
    }
}

static void sort_line(int *line) {
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && line[j - 1] > line[j]; j--) {
            int number = line[j];
            line[j] = line[j - 1];
            line[j - 1] = number;
        }
}

static long playout(void) {
    Territory lands[4];
    int deck[48], seats[4] = {0, 1, 2, 3};
    uint16_t found[512];
    long total = 0;
    for (int i = 0; i < 48; i++) deck[i] = i;
    shuffle(deck, 48);
    shuffle(seats, 4);
    memset(lands, 0, sizeof lands);
    for (int seat = 0; seat < 4; seat++) {
        Territory *land = lands + seat;
        land->terrain[CASTLE] = ANY;
        land->left = land->right = land->top = land->bottom = WIDTH / 2;
    }
    for (int round = 0; round < 12; round++) {
        int *line = deck + 4 * round, next[4] = {-1, -1, -1, -1};
        sort_line(line);
        for (int turn = 0; turn < 4; turn++) {
            Territory *land = lands + seats[turn];
            const int8_t *domino = dominoes[line[turn]];
            int count = placements(land, domino, found);
            if (count) {
                int chosen = found[below((unsigned)count)], a = chosen / 4;
                lay(land, a, domino[0], domino[1]);
                lay(land, a + STEP[chosen % 4], domino[2], domino[3]);
            }
            int skip = (int)below((unsigned)(4 - turn)), place = 0;
            while (next[place] >= 0 || skip-- > 0) place++;
            next[place] = seats[turn];
        }
        memcpy(seats, next, sizeof seats);
    }
    for (int seat = 0; seat < 4; seat++) total += points(lands + seat);
    return total;
}

int main(int count, char **arguments) {
    long games = count > 1 ? atol(arguments[1]) : 20000, total = 0;
    for (int i = 0; i < 48; i++)
        if (scanf("%hhd %hhd %hhd %hhd", dominoes[i], dominoes[i] + 1, dominoes[i] + 2, dominoes[i] + 3) != 4) return 1;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long game = 0; game < games; game++) total += playout();
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%.1f %.3f\n", (double)games / seconds, (double)total / 4.0 / (double)games);
    return 0;
}
