// Tells a player what happens without being looked at: by sounds, by a buzz, by a notification. What is wanted was
// chosen in the settings; the note in the head of the page mutes this browser.

import { recall, remember } from "./memory.js";
import { play } from "./sounds.js";

const BUZZ = 60; // ms
const SOUNDS = { play: "card", points: "peg", end: "end" }; // by the kind of the event

const table = document.getElementById("table");
const mute = document.querySelector("[data-mute]"); // in the head of the page, where there is something to mute
const wanted = new Set(table.dataset.signals.split(","));
let wasAsked = isAsked();
let muted = recall("muted") === "yes";

/** After every update. @param {{kind: string}[]} news what has just happened */
export function signal(news) {
  const isTurn = isAsked() && !wasAsked && news.length > 0;
  wasAsked = isAsked();
  if (isTurn && wanted.has("turn_notice") && document.hidden) notify();
  if (muted) return;
  const sounds = new Set(news.map(({ kind }) => SOUNDS[kind]));
  if (isTurn) sounds.add("turn");
  play([...sounds].filter((name) => wanted.has(`${name}_sound`)));
  if (isTurn && wanted.has("turn_buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
}

function isAsked() {
  return document.querySelector("input[name=decision]") !== null;
}

/** By the worker, for on some phones a page may not do it by itself. */
async function notify() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const { active } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  if (!active) return;
  const registration = await navigator.serviceWorker.ready;
  const about = { body: table.querySelector("h1").textContent.trim(), tag: table.dataset.match, data: location.pathname };
  await registration.showNotification(table.dataset.yourTurn, about);
}

// Mute

function showMuted() {
  mute?.setAttribute("aria-pressed", muted);
}

mute?.addEventListener("click", () => {
  muted = !muted;
  remember("muted", muted ? "yes" : null);
  showMuted();
});

showMuted();
