// The live table: takes updates from the socket in order and at a human pace, and sends the forms by it.

import { countAloud, hush } from "./aloud.js";
import { setClocks, startClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { newId, pressKey, refreshControls, startControls } from "./controls.js";
import { recallObject, remember } from "./memory.js";
import { arrive, lookAround, moveFrom } from "./motion.js";
import { announced, showAnnouncements, showWaiting } from "./news.js";
import { tell, tellKnown, tellNoMore } from "./notice.js";
import { putTogether, showRegions } from "./regions.js";
import { keepSeal, keepSent, keepTaken } from "./seeds.js";
import { signal } from "./signals.js";
import { hearTalk, startTalk } from "./talk.js";

const ANSWER_WITHIN = 5_000;
const SPOKEN_LINES = 30;
const USUAL_PACE = 700; // ms that an event stays before the next one
const BUTTONS_OF_THEIR_OWN = ["play", "count", "muggins"]; // they name what is done, and bring the card or the points
const CUT_TAKES = 2.5; // as long as another event

const table = document.getElementById("table");
const spoken = document.getElementById("spoken");
const keptMove = `kept ${table.dataset.match} ${table.dataset.player}`; // two players may share a browser
const motionless = matchMedia("(prefers-reduced-motion: reduce)");

let received = Number(table.dataset.ply); // ply of the newest update taken
let spokenPly = received;
let queue = [];
let nextAt = 0; // when the next update may be shown, by performance.now()
let timer = null;
let skipping = false;
let rest = []; // of the update that is shown: steps still to come, each a task of its own, so that none takes long
let pending = null; // the move that waits for its answer, or for the line to send it by

const connection = new Connection(table.dataset.socket, {
  line: document.getElementById("reconnecting"),
  opened: () => pending && sendPending(),
  ping: () => ({ type: "ping", ply: received, announced: announced() }),
  receive: (message) => receivers[message.type]?.(message),
  refused: (why) => tellKnown(why, why === "loggedOut" ? table.dataset.login : ""),
});

const receivers = {
  table: takeUpdate,
  waiting: showWaiting,
  announcements: showAnnouncements,
  notice: ({ message }) => tell(message),
  call: () => connection.ping(),
  pong: ({ ply }) => ply > received && askForTable(),
  error: ({ message }) => {
    settle();
    tell(message);
    askForTable();
  },
};

function askForTable() {
  connection.send({ type: "table" });
}

// Updates

function takeUpdate(update) {
  connection.url.searchParams.delete("shows"); // no longer the table that the page came with
  update.html = putTogether(update.html); // of every message, for the next one builds on it
  setClocks(update.now);
  if (update.since === null) {
    queue = [];
    nextAt = 0;
  } else if (update.ply < received || (update.ply === received && update.since !== received)) {
    return;
  } else if (update.since !== received) {
    askForTable();
    return;
  }
  received = update.ply;
  queue.push(update);
  drain();
}

/** Shows what may be shown now, and comes back for the rest. */
function drain() {
  clearTimeout(timer);
  if (document.hidden) finish();
  if (rest.length) return;
  while (queue.length && !rest.length && (document.hidden || motionless.matches || performance.now() >= nextAt)) show(queue.shift());
  if (queue.length && !rest.length) timer = setTimeout(drain, nextAt - performance.now());
}

function skip() {
  finish();
  nextAt = 0;
  stand();
  skipping = true;
  while (queue.length) show(queue.shift());
  skipping = false;
}

/** What still moves or is still being said comes to its end, for it is about the table as it was before. */
function stand() {
  arrive();
  hush();
}

/** Puts an update into the page. What follows from it comes before the page is drawn, but as a task of its own. */
function show({ since, ply, html, events }) {
  finish();
  if (since !== null && (html.mine !== undefined || html.show !== undefined)) settle();
  const names = heading();
  const heard = { answer: answer()?.dataset.answer, absence: { ...absence()?.dataset } };
  const moving = mayMove(since);
  if (!moving) stand();
  const before = moving && lookAround();
  showRegions(html);
  if (since === null && asked() !== pending?.asked) settle();
  document.title = document.title.replace(names, heading());
  refreshControls();
  keepSeeds();
  const news = events.filter((event) => event.ply > spokenPly);
  rest = [() => stay(news, moving), () => tellAll(ply, news, heard)];
  if (!moving) return finish();
  rest[0] = () => {
    moveFrom(before, USUAL_PACE / Number(table.dataset.pace));
    stay(news, moving);
  };
  requestAnimationFrame(goOn); // before anything is drawn
}

function goOn() {
  rest.shift()?.();
  if (rest.length) setTimeout(goOn);
  else drain();
}

function finish() {
  while (rest.length) rest.shift()();
}

function stay(news, moving) {
  if (news.length) nextAt = performance.now() + pause(news, moving);
}

function tellAll(ply, news, heard) {
  hearTalk();
  hearAnswer(heard.answer);
  hearAbsence(heard.absence);
  table.dataset.ply = ply;
  news.forEach(({ text }) => speak(text));
  signal(news);
  spokenPly = Math.max(spokenPly, ply);
}

/** Names the players, as does the title of the tab between how many games wait and the name of the site. */
function heading() {
  return table.querySelector("h1").textContent.trim();
}

function answer() {
  return table.querySelector("[data-answer]");
}

/** What the site says to a combination is no event: nothing has happened at the table. */
function hearAnswer(before) {
  if (answer() && answer().dataset.answer !== before) speak(answer().innerText);
}

function absence() {
  return table.querySelector(".gone");
}

/** That the opponent is gone is said once for each change, not while the countdown ticks; so is a return. */
function hearAbsence(before) {
  const { gone } = absence()?.dataset ?? {};
  if (gone !== before.gone) speak(gone ?? (table.querySelector(".outcome") ? "" : before.back));
}

/** A table that comes anew is just there; so is everything for a reader who wants no motion or skips it. */
function mayMove(since) {
  return since !== null && !skipping && !document.hidden && !motionless.matches;
}

function pause(events, moving) {
  const pace = Number(table.dataset.pace);
  const kinds = events.map(({ kind }) => kind);
  if (moving && kinds.includes("show")) return countAloud(pace);
  return kinds.includes("cut") ? pace * CUT_TAKES : pace;
}

function speak(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  spoken.append(line);
  while (spoken.childElementCount > SPOKEN_LINES) spoken.firstElementChild.remove();
}

// Forms

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const message = messages[form.id]?.(new FormData(form, submitter));
  if (!message?.type) return;
  if (message.action === "cut") keepSent(table.dataset, message.seed);
  if (!connection.open && navigator.onLine) return;
  event.preventDefault();
  if (pending) return;
  skip(); // whoever acts has seen enough
  submitter.ariaDisabled = true; // and not disabled, which would lose the focus
  pending = { message, submitter, asked: asked() };
  if (connection.open) return sendPending();
  if (message.type === "move") remember(keptMove, JSON.stringify(message));
  tellKnown("kept");
});

/** The same message twice is one move, for it has the same id. Without an answer it goes once more by a new line. */
function sendPending() {
  tellNoMore();
  connection.send(pending.message);
  clearTimeout(pending.timer);
  pending.timer = setTimeout(() => connection.connect(), ANSWER_WITHIN);
}

/** What the open forms answer; never the same twice. */
function asked() {
  const values = ["decision", "ply"].map((name) => document.querySelector(`input[name=${name}]`)?.value);
  return [...values, answer()?.dataset.answer].join();
}

const messages = {
  "go-on": (data) => ({ type: "go_on", ply: Number(data.get("ply")) }),
  move: (data) => {
    const own = BUTTONS_OF_THEIR_OWN.find((name) => data.has(name));
    const points = data.get(own ?? "points") || data.get("points");
    return {
      type: "move",
      action: own ?? data.get("action"),
      cards: own === "play" ? [data.get("play")] : data.getAll("cards"),
      points: points && own !== "play" ? Number(points) : undefined,
      seed: data.get("seed") ?? undefined,
      decision: data.get("decision"),
      move_id: newId(),
    };
  },
  school: (data) => data.has("way") || { type: "school", cards: data.getAll("cards"), decision: data.get("decision") },
};

function settle() {
  if (!pending) return;
  clearTimeout(pending.timer);
  if (pending.submitter) pending.submitter.ariaDisabled = null;
  pending = null;
  remember(keptMove, null);
  refreshControls();
}

/** For the page that checks the deals. */
function keepSeeds() {
  if (document.getElementById("seed")) keepSeal(table.dataset);
  const own = document.getElementById("own-seed");
  if (own) keepTaken(table.dataset, own.textContent);
}

/** A move made off line outlives its page: the next one of this table sends it, if it still answers what is asked. */
function takeUpKept() {
  const message = recallObject(keptMove);
  if (message.type === "move" && message.decision === document.querySelector("input[name=decision]")?.value) {
    pending = { message, submitter: null, asked: asked() };
  } else remember(keptMove, null);
}

// Keys and clicks

document.addEventListener("keydown", (event) => {
  // Held down it is one press; browsers would press a button again, which by then may ask for something else.
  if (event.repeat && event.key === "Enter" && event.target.closest("button")) event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("dialog")) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  const waiting = queue.length > 0;
  if (waiting && /^(Enter|[1-6gG ])$/.test(event.key)) skip();
  else if (!pressKey(event.key)) return;
  event.preventDefault();
});

document.addEventListener("click", ({ target }) => target.closest("a, button, input, label, summary") || skip());
document.addEventListener("visibilitychange", drain);
motionless.addEventListener("change", drain);

takeUpKept();
keepSeeds();
startControls();
startTalk(connection, speak);
setClocks(table.dataset.now);
startClocks(() => connection.ping());
