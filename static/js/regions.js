// Puts newly rendered regions into the page without taking away what the reader was doing there.

const brought = {}; // each region's HTML as the socket brought it last

/**
 * Regions come whole, or as pieces: text of their own, and spans of the lines that came last.
 *
 * @param {Object<string, string | (string | [number, number])[]>} html by the name of the region
 * @returns {Object<string, string>} the same, all of them whole
 */
export function putTogether(html) {
  for (const [name, pieces] of Object.entries(html)) {
    const lines = (brought[name] ?? "").split("\n");
    const text = (piece) => (typeof piece === "string" ? piece : lines.slice(...piece).join("\n"));
    brought[name] = (typeof pieces === "string" ? [pieces] : pieces).map(text).join("\n");
  }
  return Object.fromEntries(Object.keys(html).map((name) => [name, brought[name]]));
}

/**
 * @param {Object<string, string>} html inner HTML by the name of the region
 */
export function showRegions(html) {
  const decision = openDecision();
  const entries = [...document.querySelectorAll(".region input[id]:not([type=hidden])")].map(keep);
  const focused = document.activeElement?.closest(".region");
  for (const [name, inner] of Object.entries(html)) {
    const section = document.getElementById(`region-${name}`);
    if (section) Idiomorph.morph(section, inner, { morphStyle: "innerHTML", callbacks: { beforeAttributeUpdated } });
  }
  const isSame = openDecision() === decision;
  entries.filter(({ id }) => isSame || id === "chat-text").forEach(restore);
  if (focused && document.activeElement === document.body) document.querySelector("main").focus({ preventScroll: true });
}

function openDecision() {
  return document.querySelector("input[name=decision]")?.value;
}

function keep({ id, checked, value }) {
  return { id, checked, value };
}

function restore({ id, checked, value }) {
  const input = document.getElementById(id);
  if (!input || input.readOnly) return;
  if (input.type === "checkbox" || input.type === "radio") input.checked = checked && !input.disabled;
  else input.value = value;
}

/** What the reader has unfolded stays so. */
function beforeAttributeUpdated(name, element) {
  return !(name === "open" && element.matches("details"));
}
