// What pages with a socket are told beside their own matter: how many other games wait, and what the host announces.

const announcements = document.getElementById("announcements");

/** How many other games wait: in the strip, in the title of the tab, in its icon.
 * @param {{count: number, text: string, url: string}} news
 */
export function showWaiting({ count, text, url }) {
  const strip = document.getElementById("waiting");
  if (!strip) return;
  Object.assign(strip, { textContent: text, href: url, hidden: !count });
  const title = document.title.replace(/^\s*\(\d+\)\s*/, "").trim();
  document.title = count ? `(${count}) ${title}` : title;
  const icon = document.getElementById("icon");
  icon.href = count ? icon.dataset.waiting : icon.dataset.quiet;
}

/** The mark of the announcements that the page shows, for its ping. */
export function announced() {
  return announcements.dataset.mark;
}

/** @param {{mark: string, html: string}} news what is announced now */
export function showAnnouncements({ mark, html }) {
  announcements.dataset.mark = mark;
  announcements.innerHTML = html;
}
