// Stands in for a page that could not be had; when the site answers again, that page is asked for once more.

const LOOK_EVERY = 4_000;

setInterval(look, LOOK_EVERY);
addEventListener("online", look);

async function look() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "manual" }).catch(() => null);
  if (answer) location.reload();
}
