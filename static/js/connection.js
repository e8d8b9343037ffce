// A socket that comes back by itself: after a break, a sleep of the phone, a return to the tab.

const PING_EVERY = 25_000;
const ANSWER_WITHIN = 10_000;
const ANSWER_WITHIN_ON_RETURN = 4_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
const SHOW_LINE_AFTER = 2_000;
const REFUSALS = { 4401: "loggedOut", 4403: "gone", 4404: "gone", 4429: "tooFast" };

export class Connection {
  /**
   * @param {string} path of the socket on this host
   * @param {object} options
   * @param {HTMLElement} options.line shown while there is no connection
   * @param {() => void} [options.opened] the line is there, again or for the first time
   * @param {() => object} options.ping makes the message that asks whether all is well
   * @param {(message: object) => void} options.receive
   * @param {(why: "loggedOut"|"gone"|"tooFast") => void} options.refused
   */
  constructor(path, { line, opened = () => {}, ping, receive, refused }) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    Object.assign(this, { line, opened, makePing: ping, receive, refused });
    this.failures = 0;
    this.stopped = false;
    setInterval(() => this.ping(), PING_EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.connect()); // a socket notices by itself much later
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }

  ping(answerWithin = ANSWER_WITHIN) {
    if (!this.open) return;
    this.send(this.makePing());
    clearTimeout(this.unanswered);
    this.unanswered = setTimeout(() => this.connect(), answerWithin);
  }

  wake() {
    if (this.open) this.ping(ANSWER_WITHIN_ON_RETURN);
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  connect() {
    if (this.stopped) return;
    this.drop();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.lineTimer ??= setTimeout(() => (this.line.hidden = false), SHOW_LINE_AFTER);
    socket.onopen = () => {
      this.hideLine();
      this.opened();
    };
    socket.onmessage = (event) => {
      clearTimeout(this.unanswered);
      this.failures = 0;
      this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.closed(event.code);
  }

  /** Forgets the present socket, whose events no longer count. */
  drop() {
    clearTimeout(this.retry);
    clearTimeout(this.unanswered);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }

  closed(code) {
    clearTimeout(this.unanswered);
    const why = REFUSALS[code];
    this.stopped = why === "loggedOut" || why === "gone";
    if (why) this.refused(why);
    if (this.stopped) return this.hideLine();
    this.lineTimer ??= setTimeout(() => (this.line.hidden = false), SHOW_LINE_AFTER);
    const growing = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.failures++);
    const delay = why === "tooFast" ? LONGEST_DELAY : growing * (0.5 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), delay);
  }

  hideLine() {
    clearTimeout(this.lineTimer);
    this.lineTimer = null;
    this.line.hidden = true;
  }
}
