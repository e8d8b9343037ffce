// What the players say to each other: each remark is spoken once, and is known as read when it has been in sight.

const region = document.getElementById("region-talk");

let connection;
let speak;
let known = Math.max(0, ...remarks().map(number)); // id of the newest remark that this page has
let inSight = false;
let toldHeard = "";
let sentText = false;

/**
 * @param {import("./connection.js").Connection} line
 * @param {(text: string) => void} say puts a sentence into the live region
 */
export function startTalk(line, say) {
  connection = line;
  speak = say;
  const look = ([{ isIntersecting }]) => {
    inSight = isIntersecting;
    tellHeard();
  };
  new IntersectionObserver(look, { rootMargin: "-40px 0px" }).observe(region);
  document.addEventListener("visibilitychange", tellHeard);
  document.addEventListener("submit", send);
}

/** Speaks what is new; after every update. */
export function hearTalk() {
  for (const line of remarks().filter((one) => number(one) > known)) {
    known = number(line);
    if (!line.matches(".own")) speak(line.textContent);
    else if (sentText) emptyText();
  }
  tellHeard();
}

function remarks() {
  return [...region.querySelectorAll("[data-remark]")];
}

function number(line) {
  return Number(line.dataset.remark);
}

function tellHeard() {
  const mark = region.querySelector("[data-unread]");
  if (!mark || !inSight || document.hidden || !connection.open || mark.value === toldHeard) return;
  toldHeard = mark.value;
  connection.send({ type: "talk", heard: mark.value });
}

/** By the socket; where there is none the form goes its own way. */
function send(event) {
  const { target: form, submitter } = event;
  if (!form.matches("#talk, #chat") || !connection.open) return;
  event.preventDefault();
  const data = new FormData(form, submitter);
  data.delete("csrfmiddlewaretoken");
  connection.send({ type: "talk", ...Object.fromEntries(data) });
  sentText = data.get("action") === "text";
  if (data.has("phrase")) fold(submitter.closest("details"));
}

function fold(details) {
  details.open = false;
  details.querySelector("summary").focus();
}

/** Only once it is said: what is refused is still there to be changed. */
function emptyText() {
  sentText = false;
  const input = region.querySelector("[name=text]");
  if (input) input.value = "";
}
