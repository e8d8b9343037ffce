// Checks a record as `check_record.py` does: commitment, seeds, decks, every move, every point, the result.

import { deck } from "./cards.js";
import { fromHex, hmac, sha256, toHex } from "./hash.js";
import { Fault, Referee } from "./referee.js";

/**
 * @param {object} record as the site tells it
 * @returns {Promise<{part: "commitment"|"seeds"|"decks"|"moves"|"result", ply?: number, detail: string}[]>} what does
 *   not fit; of the moves the first that cannot have happened so
 */
export async function findFaults(record) {
  const faults = [];
  const tell = (part, detail = "", ply = undefined) => faults.push({ part, detail, ply });
  try {
    if (record.format !== "cribsite-record" || record.version !== 1) tell("moves", "this is no record of version 1");
    const serverSeed = fromHex(record.server_seed);
    if (toHex(await sha256(serverSeed)) !== record.commitment) tell("commitment");
    for (const [seat, { computer, seed }] of record.seats.entries()) {
      if (computer && seed !== toHex(await hmac(serverSeed, `seat${seat}`))) tell("seeds", `seat ${seat}`);
    }
    const decks = await dealt(record, serverSeed);
    if (JSON.stringify(decks) !== JSON.stringify(record.decks)) tell("decks");
    const referee = new Referee(record, decks);
    referee.replay(record.events);
    const { winner, reason, scores, skunk } = record.result;
    if (JSON.stringify({ winner, reason, scores, skunk }) !== JSON.stringify(referee.result)) tell("result");
  } catch (error) {
    tell("moves", error.message, error instanceof Fault ? error.ply : undefined);
  }
  return faults;
}

/** Every deck of the match, dealt here from its seeds; none where a seat never cut. */
export async function dealt({ id, seats, events }, serverSeed) {
  const seeds = seats.map(({ seed }) => seed);
  if (seeds.includes(null)) return [];
  const deals = events.filter(({ kind }) => kind === "deal").length;
  return Promise.all(Array.from({ length: deals + 1 }, (_, number) => deck(serverSeed, id, seeds, number)));
}
