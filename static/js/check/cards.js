// Decks from seeds, and what hands and cards of the play are worth: as the rules have it, apart from the site's own engine.

import { hmac, sha256, toHex } from "./hash.js";

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const ALIKE = { 2: ["pair", 2], 3: ["three_of_a_kind", 6], 4: ["four_of_a_kind", 12] };

/** 1 for an ace to 13 for a king. */
export function rank(card) {
  return RANKS.indexOf(card[0]) + 1;
}

export function value(card) {
  return Math.min(rank(card), 10);
}

export function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

/**
 * Deck 0 is cut for the first deal, deck n is that of deal n. Fisher and Yates, from the top down, by bytes of HMAC; a
 * byte that would favour low places is skipped.
 *
 * @param {Uint8Array} serverSeed
 * @param {string} match its id
 * @param {string[]} seeds of both seats
 */
export async function deck(serverSeed, match, seeds, number) {
  const [first, second] = await Promise.all(seeds.map(async (seed) => toHex(await sha256(new TextEncoder().encode(seed)))));
  const pack = [...PACK];
  let bytes = [];
  let block = 0;
  for (let place = 51; place > 0; place -= 1) {
    const choices = place + 1;
    let byte;
    do {
      if (!bytes.length) {
        bytes = [...(await hmac(serverSeed, `cribsite-deck-1\n${match}\n${first}\n${second}\n${number}\n${block}`))];
        block += 1;
      }
      byte = bytes.shift();
    } while (byte >= 256 - (256 % choices));
    const other = byte % choices;
    [pack[place], pack[other]] = [pack[other], pack[place]];
  }
  return pack;
}

/** @returns {[string, number, string[]][]} reason, points, cards: what the last card scores, but for go and last card */
export function countPlay(pile) {
  const found = [];
  const count = sum(pile.map(value));
  if (count === 15) found.push(["fifteen", 2, [...pile]]);
  if (count === 31) found.push(["thirty_one", 2, [...pile]]);
  const ranks = pile.map(rank);
  const alike = [4, 3, 2].find((n) => pile.length >= n && new Set(ranks.slice(-n)).size === 1);
  if (alike) found.push([...ALIKE[alike], pile.slice(-alike)]);
  for (let length = pile.length; length > 2; length -= 1) {
    const last = new Set(ranks.slice(-length));
    if (last.size === length && Math.max(...last) - Math.min(...last) === length - 1) {
      found.push(["run", length, pile.slice(-length)]);
      break;
    }
  }
  return found;
}

/** The same of a hand or crib, in the order in which records list it: fifteens, pairs, runs, flush, nobs. */
export function countHand(hand, starter, isCrib) {
  const kept = [...hand].sort(byRank);
  const five = [...hand, starter].sort(byRank);
  const suits = new Set(kept.map((card) => card[1]));
  const isOne = suits.size === 1;
  return [
    ...fifteens(five),
    ...pairs(five),
    ...runs(five),
    ...(isOne && suits.has(starter[1]) ? [["flush", 5, five]] : isOne && !isCrib ? [["flush", 4, kept]] : []),
    ...(hand.includes(`J${starter[1]}`) ? [["nobs", 1, [`J${starter[1]}`]]] : []),
  ];
}

function byRank(one, other) {
  return rank(one) - rank(other) || SUITS.indexOf(one[1]) - SUITS.indexOf(other[1]);
}

function fifteens(five) {
  const sizes = [2, 3, 4, 5];
  return sizes
    .flatMap((size) => choose(five, size))
    .filter((some) => sum(some.map(value)) === 15)
    .map((some) => ["fifteen", 2, some]);
}

function choose(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, place) => choose(cards.slice(place + 1), size - 1).map((rest) => [card, ...rest]));
}

function pairs(five) {
  const ranks = [...new Set(five.map(rank))].map((one) => five.filter((card) => rank(card) === one));
  return ranks.filter((cards) => cards.length > 1).map((cards) => [...ALIKE[cards.length], cards]);
}

function runs(five) {
  for (const length of [5, 4, 3]) {
    for (const first of new Set(five.map(rank))) {
      const steps = Array.from({ length }, (_, step) => five.filter((card) => rank(card) === first + step));
      const found = steps.reduce((some, cards) => some.flatMap((run) => cards.map((card) => [...run, card])), [[]]);
      if (found.length) return found.map((run) => ["run", length, run]);
    }
  }
  return [];
}
