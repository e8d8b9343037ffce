{% load i18n %}{% get_current_language as language %}// Keeps the page that says the line is gone, and the static files that were met: their names tell their contents.
// Nothing else: no page, no answer of the API, nothing about anybody.

const CACHE = "static {{ version }} {{ language }}";
const OFFLINE = "{% url 'offline' %}?language={{ language }}";
const NEEDED = {{ needed|safe }};
const STATIC = "{{ static_url }}";
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", (event) => event.waitUntil(prepare()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (pathname.startsWith(STATIC) && HASHED.test(pathname)) event.respondWith(keep(request));
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

async function keep(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The table that a notification was about: its page where one is open, else a new one. */
async function show(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === address);
  return page ? page.focus() : clients.openWindow(address);
}
