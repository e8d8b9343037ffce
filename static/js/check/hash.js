// SHA-256 and HMAC: by the browser where it can; over plain http, as in a pub, it will not, and this file does it.

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : digest(bytes);
}

/** RFC 2104. @param {Uint8Array} key at most 64 bytes @param {string} message */
export async function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = await sha256(joined(block.map((byte) => byte ^ 0x36), new TextEncoder().encode(message)));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError("this is not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

// FIPS 180-4: the first 32 bits of the fractional parts of square roots (8) and cube roots (64) of the primes.
const PRIMES = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) => {
  for (let part = 2; part * part <= n; part += 1) if (n % part === 0) return false;
  return true;
});
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {Uint8Array} bytes */
export function digest(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) * 64;
  const view = new DataView(joined(bytes, new Uint8Array(length - bytes.length)).buffer);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  let state = START;
  for (let offset = 0; offset < length; offset += 64) state = withBlock(state, view, offset);
  const answer = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => answer.setInt32(place * 4, word));
  return new Uint8Array(answer.buffer);
}

function withBlock(state, view, offset) {
  const words = schedule(view, offset);
  let [a, b, c, d, e, f, g, h] = state;
  words.forEach((word, round) => {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[round] + word) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

function schedule(view, offset) {
  const words = Array.from({ length: 16 }, (_, place) => view.getInt32(offset + place * 4));
  for (let place = 16; place < 64; place += 1) {
    const [early, late] = [words[place - 15], words[place - 2]];
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const other = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[place - 16] + one + words[place - 7] + other) | 0);
  }
  return words;
}

function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}
