// Checks that the deal was fair: the commitment made at the start is the SHA-256 of the deal and its salt, which are
// shown at the end.

/**
 * JSON with sorted keys and without spaces: the same text for the same value as on the server.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/**
 * The hash that was promised, the hash of the deal, and whether they agree.
 * @param {GameStarted} started
 */
export function checkDeal(started) {
  const computed = sha256(canonical({ deal: started.deal, salt: started.salt }));
  return { promised: started.commitment, computed, isKept: computed === started.commitment };
}

const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) =>
    number > 1 && Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor),
);
/** @param {number} value */
const bits = (value) => Math.floor((value % 1) * 2 ** 32) | 0; // the first 32 bits after the point

/**
 * FIPS 180-4. Written out, because browsers offer theirs only to pages that were loaded by https.
 * @param {string} text
 */
export function sha256(text) {
  const constants = PRIMES.slice(0, 64).map((prime) => bits(Math.cbrt(prime)));
  const hash = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  /**
   * @param {number} word
   * @param {number} by
   */
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, index) => view.getInt32(block + 4 * index));
    for (let index = 16; index < 64; index += 1) {
      const [a, b] = [words[index - 15], words[index - 2]];
      words[index] =
        (words[index - 16] +
          (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          words[index - 7] +
          (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
        0;
    }
    let [a, b, c, d, e, f, g, i] = hash;
    for (let index = 0; index < 64; index += 1) {
      const first =
        (i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[index] + words[index]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, i] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, i].forEach((word, index) => (hash[index] = (hash[index] + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
