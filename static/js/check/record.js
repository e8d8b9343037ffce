// Checks a record as `check_record.py` does: commitment, seeds, decks, every move, every point, the result.

import { deck } from "./cards.js";
import { fromHex, hmac, sha256, toHex } from "./hash.js";
import { requireForm } from "./form.js";
import { Fault, Referee, written } from "./referee.js";

const LONGEST_DETAIL = 2000;

/**
 * @param {object} record as the site tells it
 * @returns {Promise<{part: "form"|"commitment"|"seeds"|"decks"|"moves"|"result", ply?: number, detail: string}[]>} what
 *   does not fit; of the moves the first that cannot have happened so. What has no form is not looked at any further.
 */
export async function findFaults(record) {
  const faults = [];
  const tell = (part, detail = "", ply = undefined) => faults.push({ part, detail, ply });
  try {
    requireForm(record);
  } catch (error) {
    tell("form", error.message);
    return faults;
  }
  try {
    const serverSeed = fromHex(record.server_seed);
    if (toHex(await sha256(serverSeed)) !== record.commitment) tell("commitment");
    for (const [seat, { computer, seed }] of record.seats.entries()) {
      if (computer && seed !== (await seedForSeat(serverSeed, seat))) tell("seeds", `seat ${seat}`);
    }
    const decks = await dealt(record, serverSeed);
    if (written(decks) !== written(record.decks)) tell("decks");
    const referee = new Referee(record, decks);
    referee.replay(record.events);
    if (written(record.result) !== written(referee.result)) tell("result");
  } catch (error) {
    tell("moves", error.message.slice(0, LONGEST_DETAIL), error instanceof Fault ? error.ply : undefined);
  }
  return faults;
}

/** The seed of a seat that brought none: fixed by the commitment, so that nobody can choose it late. */
export async function seedForSeat(serverSeed, seat) {
  return toHex(await hmac(serverSeed, `seat${seat}`));
}

/** Every deck of the match, dealt here from its seeds; none where a seat never cut. */
export async function dealt({ id, seats, events }, serverSeed) {
  const seeds = seats.map(({ seed }) => seed);
  if (seeds.includes(null)) return [];
  const deals = events.filter(({ kind }) => kind === "deal").length;
  return Promise.all(Array.from({ length: deals + 1 }, (_, number) => deck(serverSeed, id, seeds, number)));
}
