// Has the browser keep what the site needs off line. Without it, as over plain http, everything else works the same.

navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
