{% load i18n %}{% get_current_language as language %}// Keeps the page that says the line is gone, and the static files which that page is made of, for when there is no line.
// Nothing else: no page, no answer of the API, nothing about anybody. While there is a line nothing kept is looked at.

const CACHE = "off line {{ version }} {{ language }}";
const OFFLINE = "{% url 'offline' %}?language={{ language }}";
const NEEDED = {{ needed|safe }};

addEventListener("install", (event) => event.waitUntil(prepare()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const kept = request.mode === "navigate" ? OFFLINE : NEEDED.find((path) => path === pathname);
  if (kept) event.respondWith(fetch(request).catch(() => caches.match(kept)));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(OFFLINE, { credentials: "omit", cache: "reload" }), ...NEEDED]);
  await skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/** The table that a notification was about: its page where one is open, else a new one. */
async function show(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === address);
  return page ? page.focus() : clients.openWindow(address);
}
