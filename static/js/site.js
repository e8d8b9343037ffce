// What every page does: says where the reader's clock stands, keeps what is needed off line, sends no form twice.

const TWICE_WITHIN = 3_000; // ms

/** Deadlines of slow games are told in the reader's time zone. */
function tellTimeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookie = `time_zone=${zone}`;
  if (!zone || document.cookie.split("; ").includes(cookie)) return;
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}

/** The second tap of two would stop the first on its way: whoever became a guest by it would have a seat and no cookie. */
function sendOnce(event) {
  const { target: form, timeStamp } = event;
  if (event.defaultPrevented || form.method !== "post") return;
  if (timeStamp - form.sentAt < TWICE_WITHIN) event.preventDefault();
  else form.sentAt = timeStamp;
}

tellTimeZone();
addEventListener("submit", sendOnce); // at the window, after those who send a form in another way
navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // without it, as over plain http, all else works
