// Cards and pegs go where an update puts them, instead of being there at once. Only transforms are animated, on the
// elements themselves: whatever moves can be clicked all the while, and the next update finds it wherever it is.

import { nameOf } from "./aloud.js";

const FLIGHT = 320; // ms, at the usual pace
const HOP = 45; // ms from hole to hole
const LONGEST_WALK = 900;
const BETWEEN_CARDS = 60;

let running = [];
let ticking = null; // the count that is still on its way: {number, to, timer}

/** Where everything is before an update. */
export function lookAround() {
  stopTicking();
  return {
    cards: new Map(faces().map((card) => [nameOf(card), card.getBoundingClientRect()])),
    mine: faces("#region-mine").map((card) => [nameOf(card), card.getBoundingClientRect()]),
    far: [...document.querySelectorAll(".far-cards .card")].at(-1)?.getBoundingClientRect(),
    backs: document.querySelectorAll(".crib .back").length,
    pegs: new Map(pegs().map((peg) => [peg.id, peg.getAttribute("transform")])),
    count: counter()?.textContent,
  };
}

/**
 * Moves everything from where it was.
 *
 * @param {ReturnType<typeof lookAround>} before
 * @param {number} speed 1 as usual, 2 twice as fast
 */
export function moveFrom(before, speed) {
  running = running.filter(({ playState }) => playState === "running");
  const isDeal = before.mine.length === 0;
  faces("#region-mine").forEach((card, place) => isDeal && fly(card, deck(), speed, place * BETWEEN_CARDS));
  for (const card of faces("#region-pile, #region-mine, #region-show")) {
    const from = before.cards.get(nameOf(card)) ?? (card.closest(".by-far") && before.far);
    if (from) fly(card, from, speed);
  }
  const starter = document.querySelector(".starter .card");
  if (starter && !before.cards.has(nameOf(starter))) turnOver(starter, speed);
  layAway(before, speed);
  walk(before.pegs, speed);
  tick(before.count, speed);
}

/** Whatever still moves is where it belongs. */
export function arrive() {
  running.forEach((animation) => animation.finish());
  running = [];
  stopTicking();
}

function faces(within = ".felt") {
  return [...document.querySelectorAll(`:is(${within}) .card:not(.back)`)];
}

function deck() {
  return document.querySelector(".starter .slot")?.getBoundingClientRect();
}

function animate(element, keyframes, options) {
  running.push(element.animate(keyframes, { easing: "ease-out", ...options }));
}

function fly(card, from, speed, delay = 0) {
  const to = card.getBoundingClientRect();
  if (!from || !to.width) return;
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.hypot(x, y) < 3) return;
  const scale = from.width / to.width || 1;
  animate(card, [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], {
    duration: FLIGHT / speed,
    delay: delay / speed,
    fill: "backwards",
  });
}

function turnOver(card, speed) {
  animate(card, [{ transform: "rotateY(90deg)" }, {}], { duration: FLIGHT / speed });
}

/** The cards that have left a hand for the crib: mine from where they were, the opponent's from that hand. */
function layAway({ mine, far, backs }, speed) {
  const crib = [...document.querySelectorAll(".crib .back")];
  if (crib.length === 0 || (backs > 0 && crib.length === backs && !mine.length)) return;
  const held = new Set(faces("#region-mine, #region-pile").map(nameOf));
  const left = mine.filter(([name]) => !held.has(name)).map(([, place]) => place);
  if (left.length === 2) crib.slice(-2).forEach((card, index) => fly(card, left[index], speed));
  else if (backs === 0) crib.slice(-2).forEach((card) => fly(card, far, speed));
}

// Pegs

function pegs() {
  return [...document.querySelectorAll(".drawing [id$=-front], .drawing [id$=-back]")];
}

/** The peg behind leaps over the one in front, from hole to hole along its groove. */
function walk(before, speed) {
  for (const peg of pegs().filter(({ id }) => id.endsWith("-front"))) {
    const to = peg.getAttribute("transform");
    if (!before.has(peg.id) || before.get(peg.id) === to || !peg.getBoundingClientRect().width) continue;
    const places = grooveFrom(peg, before.get(peg.id.replace(/front$/, "back")), to);
    const duration = Math.min(LONGEST_WALK, places.length * HOP) / speed;
    animate(peg, places.map((place) => ({ transform: place })), { duration, easing: "linear" });
  }
}

function grooveFrom(peg, from, to) {
  const groove = document.getElementById(peg.id.replace(/front$/, "groove"));
  const [start, end] = [from, to].map((place) => nearest(groove, place));
  const hops = Math.max(1, Math.round((end - start) / Number(groove.dataset.step)));
  const between = Array.from({ length: hops }, (_, hop) => groove.getPointAtLength(start + ((end - start) * hop) / hops));
  return [from, ...between.slice(1).map(({ x, y }) => `translate(${x} ${y})`), to].map(inPixels);
}

/** How far along the groove a peg stands. */
function nearest(groove, place) {
  const [x, y] = numbers(place);
  const step = Number(groove.dataset.step) / 2;
  let best = { length: 0, distance: Infinity };
  for (let length = 0; length <= groove.getTotalLength(); length += step) {
    const point = groove.getPointAtLength(length);
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < best.distance) best = { length, distance };
  }
  return best.length;
}

function numbers(place) {
  return place.match(/-?[\d.]+/g).map(Number);
}

function inPixels(place) {
  const [x, y] = numbers(place);
  return `translate(${x}px, ${y}px)`;
}

// The count

function counter() {
  return document.querySelector(".count-words b");
}

/** The count goes up one by one; to nought it falls at once. */
function tick(before, speed) {
  const number = counter();
  const [from, to] = [Number(before), Number(number?.textContent)];
  if (!(to > from)) return;
  number.textContent = from;
  ticking = { number, to, timer: setInterval(countOne, FLIGHT / speed / (to - from)) };
}

function countOne() {
  const shown = Number(ticking.number.textContent) + 1;
  if (shown < ticking.to) ticking.number.textContent = shown;
  else stopTicking();
}

function stopTicking() {
  if (!ticking) return;
  clearInterval(ticking.timer);
  ticking.number.textContent = ticking.to;
  ticking = null;
}
