// The show as people count it aloud: one combination after the other, its cards raised while it is said.

const LONGER_THAN_AN_EVENT = 1.4;

let timer = null;

/** Begins to count the hand that has just been shown; how long that takes, in ms. `pace` is what an event gets. */
export function countAloud(pace) {
  hush();
  const lines = [...document.querySelectorAll(".combinations li")];
  const show = document.getElementById("region-show");
  const step = pace * LONGER_THAN_AN_EVENT;
  if (!document.querySelector(".shown") || lines.length === 0) return 0;
  show.classList.add("aloud");
  timer = setTimeout(sayNext, 0, lines, step); // a task of its own: to scroll to the line is to lay out the table anew
  return (lines.length + 1) * step;
}

/** Everything has been said. */
export function hush() {
  clearTimeout(timer);
  raise([]);
  document.getElementById("region-show").classList.remove("aloud");
}

function sayNext([line, ...others], step) {
  if (!line?.isConnected) return hush();
  line.classList.add("counted");
  line.scrollIntoView({ block: "nearest" });
  raise([...line.querySelectorAll(".chip")].map(nameOf));
  timer = setTimeout(sayNext, step, others, step);
}

function raise(names) {
  for (const card of document.querySelectorAll(".shown-cards .card")) {
    card.classList.toggle("raised", names.includes(nameOf(card)));
  }
}

export function nameOf(card) {
  return [...card.classList].filter((name) => /^(suit|rank)-/.test(name)).join(" ");
}
