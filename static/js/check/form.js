// What is a record at all, before anything in it is judged: the same for every reader, and nothing that no match can have.

import { COUNT_MODES, Fault, require } from "./referee.js";

const LONGEST_FILE = 10_000_000;
const LONGEST_NUMBER = 9;
const TOKENS = /("(?:[^"\\]|\\.)*")\s*(:?)|-?\d[\d.eE+-]*/g;

/** The JSON value of a text. Throws a `Fault` where it is none, or where two readers could read two things. */
export function readRecord(text) {
  require(text.length <= LONGEST_FILE, "it is far longer than any record");
  let names = 0;
  let record;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new Fault(`this is no JSON: ${error.message}`);
  }
  for (const [token, string, colon] of text.matchAll(TOKENS)) {
    if (colon) names += 1;
    const isWhole = /^-?\d+$/.test(token) && token.length <= LONGEST_NUMBER && token !== "-0";
    require(string || isWhole, `no site writes a number so: ${token.slice(0, 20)}`);
  }
  require(names === countNames(record), "a name stands twice in one place");
  return record;
}

/** Of all objects, however deep: without calling itself, for whoever nests them deeply. */
function countNames(value) {
  const waiting = [value];
  let names = 0;
  while (waiting.length) {
    const one = waiting.pop();
    if (one === null || typeof one !== "object") continue;
    if (!Array.isArray(one)) names += Object.keys(one).length;
    for (const inner of Object.values(one)) waiting.push(inner);
  }
  return names;
}

/** Throws where this is no record, or holds what no match can have. */
export function requireForm({ format, version, id, server_seed, seats, settings, events, first_dealer_by }) {
  require(format === "cribsite-record" && version === 1, "this is no record of version 1");
  require(isText(id), "the match has no id");
  require(server_seed, "the server's seed was never opened, so nothing can be checked");
  require(/^[0-9a-f]{64}$/.test(server_seed), "the server's seed is not 32 bytes in hexadecimal");
  require(Array.isArray(seats) && seats.length === 2, "a match has two seats");
  for (const { seed, computer } of seats) {
    require(seed === null || isText(seed), "a seed is 1 to 64 printable characters of ASCII");
    require((computer ?? null) === null || isText(computer), "this is no name of a computer player");
  }
  require(["cut", "rematch"].includes(first_dealer_by), "the first dealer comes by the cut, or by a rematch");
  const isKnown = [61, 121].includes(settings.target) && COUNT_MODES.includes(settings.count_mode);
  require(isKnown, "these are no settings of a match");
  require(Array.isArray(events), "there are no events");
  // Every deal brings at least a point, for the last card.
  const deals = events.filter(({ kind }) => kind === "deal").length;
  require(deals < 2 * settings.target, "no match has so many deals");
}

/** 1 to 64 printable characters of ASCII: what a seed or the id of a match can be. */
function isText(text) {
  return typeof text === "string" && /^[ -~]{1,64}$/.test(text);
}
