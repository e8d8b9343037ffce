// Plays the record of a match again by the rules, and says where it cannot have happened so. The site's engine is not
// asked: whoever checks does not trust it.

import { countHand, countPlay, rank, sum, value } from "./cards.js";

const WITHOUT_WINNER = {
  abort: "abort",
  call_off: "abandonment",
  annulled: "annulled",
  cancel: "cancelled",
  expire: "expired",
};
const LOST_BY = { resign: "resignation", time: "time", abandonment: "abandonment" };
const MOVES = ["discard", "play", "go", "claim", "muggins", "pass"];
const ACTS = ["join", "cut", "deal", "starter", "show", ...MOVES];
export const COUNT_MODES = ["automatic", "manual", "muggins"];
const OF_NO_SEAT = ["annulled", "expire"];
const OF_ANY_OR_NO_SEAT = ["time", "abort"];
const SEATS = [0, 1];
const SHOWN = 600; // characters of what was told, and of what the rules tell

/** @property {number} ply where record and rules part */
export class Fault extends Error {
  constructor(message, ply = 0) {
    super(message);
    this.ply = ply;
  }
}

export function require(fits, otherwise) {
  if (!fits) throw new Fault(otherwise);
}

/** A match that is played again. Each act answers with all that a record has to tell of it. */
export class Referee {
  constructor({ settings, seats, first_dealer_by }, decks) {
    this.target = settings.target;
    this.countMode = settings.count_mode;
    this.isCutFor = first_dealer_by === "cut";
    Object.assign(this, { decks, scores: [0, 0], deals: 0, dealer: -1, phase: "cut", hasJoined: false, result: null });
    Object.assign(this, { laidAway: [[], []], agreed: [false, false], counted: 0, claimed: -1 });
    Object.assign(this, { seeds: seats.filter(({ seed }) => seed !== null).length, cuts: 0 });
  }

  /** Throws a `Fault` at the first ply that cannot have happened so. */
  replay(events) {
    let last = 0;
    for (let at = 0; at < events.length; ) {
      const { ply } = events[at];
      const group = [];
      for (; at < events.length && events[at].ply === ply; at += 1) {
        const { ply: _ply, automatic: _automatic, ...event } = events[at];
        group.push(event);
      }
      this.judge(group, ply, last);
      last = ply;
    }
    require(this.result, "the match has no end");
    require(this.cuts === this.seeds, "there are more seeds than cuts");
  }

  judge(told, ply, last) {
    try {
      require(Number.isInteger(ply) && ply > last, "the plies are not in order");
      this.cutUnseen(ply - last - 1);
      require(!this.result, "the match goes on after its end");
      const expected = this.act(told[0]);
      require(written(told) === written(expected), `${shown(told)} ≠ ${shown(expected)}`);
    } catch (error) {
      throw new Fault(error.message, Number.isInteger(ply) ? ply : last);
    }
  }

  /** The cut of a seat is a ply that tells no event; like every move it ends an offer to call the match off. */
  cutUnseen(plies) {
    if (!plies) return;
    const most = this.hasJoined ? this.seeds : 1;
    require(this.phase === "cut" && this.cuts + plies <= most, "the plies are not in order");
    this.cuts += plies;
    this.agreed = [false, false];
  }

  act(event) {
    const { kind } = event;
    const isEnding = Object.hasOwn(WITHOUT_WINNER, kind) || Object.hasOwn(LOST_BY, kind);
    if (kind === "agreement" || isEnding) return this.leave(kind, event.seat);
    require(ACTS.includes(kind), `${kind}?`);
    if (MOVES.includes(kind)) this.agreed = [false, false];
    return this[kind](event);
  }

  join() {
    require(this.phase === "cut" && !this.hasJoined, "nobody can sit down now");
    this.hasJoined = true;
    return [{ kind: "join", seat: 1 }];
  }

  cut() {
    require(this.phase === "cut" && this.isCutFor && this.dealer < 0, "nobody cuts now");
    require(this.cuts === 2 && this.hasJoined, "not both have cut");
    const pairs = [];
    for (let place = 0; place < 52; place += 2) {
      pairs.push(this.decks[0].slice(place, place + 2));
      if (rank(pairs.at(-1)[0]) !== rank(pairs.at(-1)[1])) break;
    }
    this.dealer = rank(pairs.at(-1)[0]) < rank(pairs.at(-1)[1]) ? 0 : 1;
    return pairs.map((cards) => ({ kind: "cut", cards }));
  }

  deal(event) {
    const haveCut = this.cuts === 2 && this.hasJoined;
    const isFirst = this.phase === "cut" && haveCut && (this.dealer >= 0 || !this.isCutFor);
    require(isFirst || (this.phase === "count" && this.counted === 3), "there is no new deal now");
    if (!isFirst) this.dealer = 1 - this.dealer;
    else if (!this.isCutFor) this.dealer = event.dealer; // that follows from the match before
    require(SEATS.includes(this.dealer), "nobody deals");
    this.deals += 1;
    const twelve = this.decks[this.deals].slice(0, 12);
    const hands = SEATS.map((seat) => twelve.filter((_, place) => place % 2 === (seat === this.dealer ? 1 : 0)));
    Object.assign(this, { hands: hands.map((hand) => [...hand]), laidAway: [[], []], phase: "discard" });
    Object.assign(this, { counted: 0, claimed: -1 });
    return [{ kind: "deal", deal: this.deals, dealer: this.dealer, hands }];
  }

  discard({ seat, cards }) {
    require(SEATS.includes(seat) && this.phase === "discard" && !this.laidAway[seat].length, "nobody lays away now");
    const held = cards.every((card) => this.hands[seat].includes(card));
    require(cards.length === 2 && cards[0] !== cards[1] && held, "these cannot be laid away");
    this.hands[seat] = this.hands[seat].filter((card) => !cards.includes(card));
    this.laidAway[seat] = cards;
    return [{ kind: "discard", seat, cards }];
  }

  starter() {
    require(this.phase === "discard" && this.laidAway.every((cards) => cards.length), "no starter is turned up now");
    const card = this.decks[this.deals][12];
    Object.assign(this, { turned: card, kept: this.hands.map((hand) => [...hand]), phase: "play", pile: [] });
    Object.assign(this, { toPlay: 1 - this.dealer, gone: -1 });
    return [{ kind: "starter", card }, ...this.award(this.dealer, card[0] === "J" ? [["heels", 2, [card]]] : [])];
  }

  // The play

  get count() {
    return sum(this.pile.map(value));
  }

  fits(card) {
    return this.count + value(card) <= 31;
  }

  play({ seat, card }) {
    require(this.phase === "play" && seat === this.toPlay, "it is not this player's turn");
    require(this.hands[seat].includes(card) && this.fits(card), "this card cannot be played");
    this.hands[seat] = this.hands[seat].filter((other) => other !== card);
    this.pile.push(card);
    const told = { kind: "play", seat, card, count: this.count };
    const points = this.award(seat, countPlay(this.pile));
    return [told, ...points, ...(this.result ? [] : this.goOn(seat))];
  }

  go({ seat }) {
    require(this.phase === "play" && seat === this.toPlay, "it is not this player's turn");
    require(!this.hands[seat].some((card) => this.fits(card)), "a card fits");
    this.gone = seat;
    return [{ kind: "go", seat }, ...this.goOn(1 - seat)];
  }

  /** Whose turn it is after `last` laid the last card; or go, or the last card, and the count begins again. */
  goOn(last) {
    const other = 1 - last;
    let points = [];
    if (this.count < 31) {
      const canGoOn = this.hands[other].length > 0 && this.gone !== other;
      if (canGoOn || this.hands[last].some((card) => this.fits(card))) {
        this.toPlay = canGoOn ? other : last;
        return [];
      }
      const reason = this.hands.some((hand) => hand.length) ? "go" : "last_card";
      points = this.award(last, [[reason, 1, [this.pile.at(-1)]]]);
    }
    Object.assign(this, { pile: [], gone: -1, toPlay: this.hands[other].length ? other : last });
    if (!this.hands.some((hand) => hand.length)) this.phase = "count";
    return points;
  }

  // The show

  /** What is counted now, whose it is, and its cards. */
  get counting() {
    require(this.phase === "count" && this.counted < 3, "nothing is counted now");
    const owner = this.counted === 0 ? 1 - this.dealer : this.dealer;
    const crib = [...this.laidAway[1 - this.dealer], ...this.laidAway[this.dealer]];
    return this.counted === 2 ? { what: "crib", owner, cards: crib } : { what: "hand", owner, cards: this.kept[owner] };
  }

  get worth() {
    return countHand(this.counting.cards, this.turned, this.counting.what === "crib");
  }

  show() {
    require(this.countMode === "automatic", "here the players count");
    return this.settle(29);
  }

  claim({ points }) {
    const { what, owner } = this.counting;
    require(this.countMode !== "automatic" && this.claimed < 0, "nobody claims points now");
    require(Number.isInteger(points) && points >= 0 && points <= 29, "so many points cannot be claimed");
    const told = { kind: "claim", seat: owner, what, points };
    const isSettled = points > total(this.worth) || this.scores[owner] + points >= this.target;
    if (this.countMode === "manual" || isSettled) return [told, ...this.settle(points)];
    this.claimed = points;
    this.scores[owner] += points;
    return [told];
  }

  muggins({ points }) {
    require(this.claimed >= 0, "there is nothing to call muggins at");
    require(Number.isInteger(points) && points >= 1 && points <= 29, "so many points cannot be called");
    const missed = total(this.worth) - this.claimed;
    const seat = 1 - this.counting.owner;
    const right = points === missed;
    const called = right ? this.peg(seat, [["muggins", missed, []]], missed) : [];
    return [{ kind: "muggins", seat, points, right }, ...called, ...this.settleClaim()];
  }

  pass() {
    require(this.claimed >= 0, "there is nothing to let pass");
    return [{ kind: "pass", seat: 1 - this.counting.owner }, ...this.settleClaim()];
  }

  /** What was claimed is pegged before the answer; now it is told for what, from the score before. */
  settleClaim() {
    this.scores[this.counting.owner] -= this.claimed;
    return this.settle(this.claimed);
  }

  settle(most) {
    const { what, owner, cards } = this.counting;
    const worth = this.worth;
    const told = this.peg(owner, worth, most);
    const show = { kind: "show", what, seat: owner, cards, points: total(worth), pegged: sum(told.map((one) => one.pegged)) };
    if (what === "crib") show.discards = this.laidAway;
    Object.assign(this, { counted: this.counted + 1, claimed: -1 });
    return [show, ...told, ...this.endIfWon()];
  }

  // Pegs and the end

  award(seat, points) {
    return [...this.peg(seat, points, total(points)).filter((event) => event.pegged), ...this.endIfWon()];
  }

  /** At most `most` in all, and to the game hole. */
  peg(seat, points, most) {
    let room = Math.min(most, this.target - this.scores[seat]);
    return points.map(([reason, worth, cards]) => {
      const pegged = Math.min(worth, room);
      room -= pegged;
      this.scores[seat] += pegged;
      return { kind: "points", seat, points: worth, pegged, reason, cards, score: this.scores[seat] };
    });
  }

  endIfWon() {
    const winner = this.scores.indexOf(this.target);
    return winner < 0 ? [] : this.end(winner, "target");
  }

  end(winner, reason) {
    const lines = this.target > 61 ? [91, 61] : [31];
    const isFar = winner !== null && (reason === "target" || this.scores[winner] >= lines[0]);
    const skunk = isFar ? lines.filter((line) => this.scores[1 - winner] < line).length : 0;
    this.result = { winner, reason, scores: [...this.scores], skunk };
    return [{ kind: "end", result: this.result }];
  }

  /** Why somebody left, or was taken for gone, is the site's to say; but not who has won by it. */
  leave(kind, seat) {
    const isAlone = kind === "cancel" || kind === "expire";
    const isAnybodys = seat === null ? OF_NO_SEAT.includes(kind) : SEATS.includes(seat) && !OF_NO_SEAT.includes(kind);
    require(isAnybodys || (seat === null && OF_ANY_OR_NO_SEAT.includes(kind)), `this is nobody's ${kind}`);
    require(isAlone !== this.hasJoined, `no ${kind} is possible now`);
    const told = { kind, seat };
    if (kind === "agreement") {
      this.agreed[seat ?? 0] = true;
      return [told, ...(this.agreed.every(Boolean) ? this.end(null, "agreement") : [])];
    }
    const isLate = seat !== null && (this.deals > 1 || this.laidAway[seat].length > 0);
    require(kind !== "abort" || !isLate, "it is too late to abort");
    require(kind !== "call_off" || seat !== null, "nobody has left");
    if (kind in WITHOUT_WINNER) return [told, ...this.end(null, WITHOUT_WINNER[kind])];
    const hasBegun = this.deals > 1 || (this.deals === 1 && this.laidAway.every((cards) => cards.length));
    require(seat !== null || kind === "time", "nobody has left");
    const isUnpunished = seat === null || (kind !== "resign" && !hasBegun);
    return [told, ...this.end(isUnpunished ? null : 1 - seat, LOST_BY[kind])];
  }
}

function total(points) {
  return sum(points.map(([, worth]) => worth));
}

function shown(events) {
  return JSON.stringify(events.slice(0, 20)).slice(0, SHOWN);
}

/** The same text for the same events, however their parts are ordered. */
export function written(value) {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${written(value[name])}`)}}`;
}
