// What makes the forms of the table pleasant: choosing cards, the one button, keys. All of it works without, too.

/** Brings the controls in line with what is chosen; after every change and every update. */
export function refreshControls() {
  const button = document.querySelector("[data-choose]");
  if (button) {
    const chosen = [...document.querySelectorAll(".hand :checked")];
    button.disabled = chosen.length !== Number(button.dataset.choose);
    button.textContent = (chosen.length === 1 && chosen[0].dataset.act) || button.dataset.label;
  }
  const seed = document.querySelector("[data-random]");
  if (seed && !seed.value && seed !== document.activeElement) seed.value = randomHex(16);
}

export function startControls() {
  document.documentElement.classList.add("live");
  document.addEventListener("change", (event) => {
    if (event.target.matches(".hand [type=checkbox]:checked")) dropOldest(event.target);
    refreshControls();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
  refreshControls();
}

/** Digits choose or play the card at that place, Enter confirms, g says go. Answers whether the key meant anything. */
export function pressKey(key) {
  const target = /^[1-6]$/.test(key)
    ? document.querySelector(`:is(.hand, .shown-cards) > li:nth-child(${key}) :is(input, button)`)
    : document.querySelector({ Enter: "[data-confirm]", g: "[data-key=g]", G: "[data-key=g]" }[key] ?? "no-such-control");
  if (!target || target.disabled) return false;
  target.focus();
  target.click();
  return true;
}

/** A UUID; plain http knows no crypto.randomUUID. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = randomHex(16);
  const variant = "89ab"[parseInt(hex[16], 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let chosen = []; // cards in the order they were chosen

/** One card more than fit: the one chosen first goes back. */
function dropOldest(input) {
  chosen = [...chosen.filter((other) => other !== input && other.checked && other.isConnected), input];
  const most = Number(document.querySelector("[data-choose]").dataset.choose);
  if (chosen.length > most) chosen.shift().checked = false;
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  source.select();
  // Plain http has no clipboard: then the selected text is there to be copied by hand.
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(source.value);
  button.textContent = button.dataset.done;
}
