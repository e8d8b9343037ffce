// Checks the match of the page in the reader's own browser, and says so line by line.

import { recallSeeds } from "../seeds.js";
import { readRecord } from "./form.js";
import { fromHex } from "./hash.js";
import { dealt, findFaults, seedForSeat } from "./record.js";

const { record: address, match, player, seat } = document.getElementById("check").dataset;

/** Opens the sentence that holds; `detail` is for machines. */
function tell(place, when, detail = "") {
  place.hidden = false;
  for (const sentence of place.querySelectorAll("[data-when]")) {
    sentence.hidden = sentence.dataset.when !== when;
    const code = sentence.querySelector("code");
    if (code) code.textContent = detail;
  }
  place.classList.add(when);
}

function part(name) {
  return document.querySelector(`[data-part=${name}]`);
}

/** Whoever reads the page reads this match, and the seeds that the record has. */
function isOfThisPage({ id, commitment, server_seed, seats }) {
  const told = { commitment, server_seed, 0: seats[0].seed, 1: seats[1].seed };
  const places = [...document.querySelectorAll("[data-shown]")];
  return id === match && places.every(({ textContent, dataset }) => textContent === told[dataset.shown]);
}

/** Whoever sent no seed has the one that the commitment fixes, and no other. */
async function judgeKept(record) {
  const { seal, sent, taken } = recallSeeds({ match, player });
  const mine = record.seats[Number(seat)].seed;
  const fixed = await seedForSeat(fromHex(record.server_seed), seat);
  const tellKept = (when) => tell(part("kept"), when, sent.join(", ") || "–");
  if (seal === undefined) return tellKept("unknown");
  if (seal !== record.commitment || (taken ?? mine) !== mine) return tellKept("wrong");
  if (mine === null) return tellKept("uncut");
  tellKept(sent.some((seed) => (seed || fixed) === mine) ? "right" : "elsewhere");
}

async function judgeDecks(record) {
  const decks = await dealt(record, fromHex(record.server_seed));
  document.querySelectorAll("[data-cards]").forEach((place, number) => {
    const [shown, found] = [place.dataset.cards.split(","), decks[number] ?? []];
    place.querySelectorAll(".chip").forEach((chip, at) => chip.classList.toggle("differs", shown[at] !== found[at]));
    tell(place, shown.join() === found.join() ? "right" : "wrong", found.join(" "));
  });
}

/** What was looked at: no result of moves that cannot have happened. */
function tellParts(record, faults) {
  const names = ["commitment", "moves"];
  if (faults.some(({ part }) => part === "decks") || record.decks.length) names.push("decks");
  if (record.seats.some(({ computer }) => computer)) names.push("seeds");
  if (!faults.some(({ part }) => part === "moves")) names.push("result");
  for (const name of names) {
    const fault = faults.find((one) => one.part === name);
    tell(part(name), fault ? "wrong" : "right", fault && `${fault.ply ?? ""} ${fault.detail}`);
  }
}

/** Throws where it is no record. */
async function judge(record) {
  const faults = await findFaults(record);
  const unfit = faults.find(({ part }) => part === "form");
  if (unfit) throw new Error(unfit.detail);
  if (!isOfThisPage(record)) tell(part("form"), "other", record.id);
  tellParts(record, faults);
  if (seat !== "") await judgeKept(record);
  await judgeDecks(record);
}

async function check() {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const text = await answer.text();
  try {
    await judge(readRecord(text));
  } catch (error) {
    tell(part("form"), "wrong", error.message);
  }
}

document.documentElement.classList.add("live");
check().catch(() => (document.querySelector(".failed").hidden = false));
