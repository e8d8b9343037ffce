// The sounds of the table, made on the spot: a card laid, a peg put, your turn, the end. All of them are quiet, and
// there is none before the reader has done something on the page.

const VOLUME = 0.07;
const APART = 0.09; // seconds between sounds of one moment

const SOUNDS = {
  card: (at) => rustle(at, 0.07),
  peg: (at) => {
    tone(at, 920, 0.05, "triangle");
    tone(at + 0.06, 1180, 0.05, "triangle");
  },
  turn: (at) => [587, 784].forEach((pitch, place) => tone(at + place * 0.13, pitch, 0.3)),
  end: (at) => [523, 659, 784, 1047].forEach((pitch, place) => tone(at + place * 0.16, pitch, 0.5)),
};

let audio = null;
const begun = {}; // when each sound began last, so that a table that catches up does not clatter

for (const act of ["click", "keydown"]) document.addEventListener(act, wake);

function wake() {
  if (audio === null && "AudioContext" in window) audio = new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

/** @param {string[]} names of sounds, one after the other */
export function play(names) {
  if (audio?.state !== "running") return;
  const now = audio.currentTime;
  const isDue = (name) => names.includes(name) && !(now - begun[name] < APART);
  Object.keys(SOUNDS).filter(isDue).forEach((name, place) => {
    begun[name] = now;
    SOUNDS[name](now + place * APART);
  });
}

function tone(at, pitch, length, shape = "sine") {
  const source = new OscillatorNode(audio, { frequency: pitch, type: shape });
  sound(source, at, length, VOLUME);
}

/** A breath of noise, as of card on card. */
function rustle(at, length) {
  const buffer = new AudioBuffer({ length: audio.sampleRate * length, sampleRate: audio.sampleRate });
  buffer.getChannelData(0).forEach((_, place, samples) => (samples[place] = Math.random() * 2 - 1));
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 2600, Q: 0.8 });
  sound(new AudioBufferSourceNode(audio, { buffer }), at, length, VOLUME * 1.5, filter);
}

function sound(source, at, length, volume, filter) {
  const fade = new GainNode(audio, { gain: 0 });
  fade.gain.setValueAtTime(0, at);
  fade.gain.linearRampToValueAtTime(volume, at + 0.006);
  fade.gain.exponentialRampToValueAtTime(0.0001, at + length);
  (filter ? source.connect(filter) : source).connect(fade).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}
