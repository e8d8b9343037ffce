// What every page does.

// Tells the server in which time zone the reader is; deadlines of slow games are told in it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const cookie = `time_zone=${zone}`;
if (zone && !document.cookie.split("; ").includes(cookie)) {
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}

// Has the browser keep what the site needs off line. Without it, as over plain http, everything else works the same.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
