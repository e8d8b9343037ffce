// Clocks tick by themselves from absolute moments: first the allowance runs down, then the bank.

const TICK = 250;
const LOW = 10;
const DAY = 86_400;

let ahead = 0; // how far the server's clock is ahead of ours, in milliseconds
const expired = new Set();

/** @param {string} now the server's time, ISO 8601 */
export function setClocks(now) {
  ahead = Date.parse(now) - Date.now();
  tick();
}

/** @param {(deadline: string) => void} onDeadline called once for each deadline that passes */
export function startClocks(onDeadline) {
  setInterval(() => tick(onDeadline), TICK);
}

function tick(onDeadline = () => {}) {
  const now = Date.now() + ahead;
  for (const clock of document.querySelectorAll(".clock[data-starts]")) {
    show(clock, now);
    const { deadline } = clock.dataset;
    if (deadline && now >= Date.parse(deadline) && !expired.has(deadline)) {
      expired.add(deadline);
      onDeadline(deadline);
    }
  }
}

function show(clock, now) {
  const elapsed = Math.max(0, (now - Date.parse(clock.dataset.starts)) / 1000);
  const allowance = Number(clock.dataset.allowance);
  const bank = Number(clock.dataset.bank);
  const left = allowance + bank - elapsed;
  clock.classList.add("running");
  clock.classList.toggle("low", left < LOW);
  if (left >= DAY) return; // such a clock is told in days, in the words of the server
  const parts = [Math.max(0, allowance - elapsed)];
  if (bank) parts.push(Math.max(0, Math.min(bank, left)));
  clock.textContent = parts.map(inDigits).join(" + ");
}

function inDigits(seconds) {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const padded = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(whole % 60)}` : `${minutes}:${padded(whole % 60)}`;
}
