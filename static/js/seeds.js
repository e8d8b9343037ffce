// What this browser keeps of a match to compare when its decks are opened: the seal as it stood before the cut, every seed
// that was sent from here, and the one that the site then showed as the player's. Each is kept as it was first told.

import { recallObject, remember } from "./memory.js";

/** @returns {{seal?: string, sent: string[], taken?: string}} no seal: nothing was kept */
export function recallSeeds({ match, player }) {
  const { seal, sent, taken } = recallObject(nameOf(match, player));
  return { seal, sent: Array.isArray(sent) ? sent : [], taken };
}

/** While the player has yet to cut. */
export function keepSeal(table) {
  if (recallSeeds(table).seal === undefined) keep(table, { seal: table.commitment });
}

/** A cut may be refused, for another tab was first, or get lost on the way: what was sent is not yet what counts. */
export function keepSent(table, seed) {
  keepSeal(table);
  keep(table, { sent: [...new Set([...recallSeeds(table).sent, seed])] });
}

export function keepTaken(table, seed) {
  const { seal, taken } = recallSeeds(table);
  if (seal !== undefined && taken === undefined) keep(table, { taken: seed });
}

function keep({ match, player }, news) {
  remember(nameOf(match, player), JSON.stringify({ ...recallSeeds({ match, player }), ...news }));
}

function nameOf(match, player) {
  return `seeds ${match} ${player}`;
}
