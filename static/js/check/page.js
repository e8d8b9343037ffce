// Checks the match of the page in the reader's own browser, and says so line by line.

import { recallObject } from "../memory.js";
import { fromHex } from "./hash.js";
import { dealt, findFaults } from "./record.js";

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

function judgeKept(record) {
  const kept = recallObject(`match ${match} ${player}`);
  const mine = record.seats[Number(seat)].seed;
  const isSame = kept.commitment === record.commitment && (kept.seed === mine || kept.seed === "");
  tell(part("kept"), kept.commitment === undefined ? "unknown" : isSame ? "right" : "wrong");
}

async function judgeDecks(record) {
  const decks = await dealt(record, fromHex(record.server_seed));
  document.querySelectorAll("[data-cards]").forEach((place, number) => {
    const isSame = place.dataset.cards === decks[number].join();
    tell(place, isSame ? "right" : "wrong", decks[number].join(" "));
  });
}

async function check() {
  const record = await (await fetch(address)).json();
  const faults = await findFaults(record);
  const parts = ["commitment", "decks", "moves", "result"];
  if (record.seats.some(({ computer }) => computer)) parts.push("seeds");
  for (const name of parts) {
    const fault = faults.find((one) => one.part === name);
    tell(part(name), fault ? "wrong" : "right", fault && `${fault.ply ?? ""} ${fault.detail}`);
  }
  if (seat !== "") judgeKept(record);
  await judgeDecks(record);
}

document.documentElement.classList.add("live");
check().catch(() => (document.querySelector(".failed").hidden = false));
