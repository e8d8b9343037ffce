// The lobby, live: tables come and go; when somebody sits down at mine, a notice says so.

import { Connection } from "./connection.js";
import { announced, showAnnouncements, showWaiting } from "./news.js";
import { tellKnown } from "./notice.js";
import { showRegions } from "./regions.js";

const lobby = document.getElementById("lobby");

new Connection(lobby.dataset.socket, {
  line: document.getElementById("reconnecting"),
  ping: () => ({ type: "ping", announced: announced() }),
  receive: ({ type, html, started, ...news }) => {
    if (type === "waiting") showWaiting(news);
    if (type === "announcements") showAnnouncements({ html, ...news });
    else if (html) showRegions(html);
    if (started) tellKnown("started", started);
  },
  refused: (why) => {
    if (why === "gone") location.reload(); // to the page that says why
    else tellKnown(why, why === "loggedOut" ? lobby.dataset.login : "");
  },
});
