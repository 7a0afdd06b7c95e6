// Six short sounds of wood and stone, made by the browser from oscillators and noise.

/** @typedef {"pick" | "turn" | "lay" | "fire" | "totem" | "yours"} Sound */
/** @typedef {{ context: BaseAudioContext, at: number }} Moment when a sound begins, and where it is heard */

const SILENCE = 0.0001; // exponential ramps cannot reach zero

/** @type {Record<Sound, (moment: Moment) => void>} */
const SOUNDS = {
  /** A fingernail on wood. */
  pick: (moment) => {
    knock(moment, 720, 0.07, 0.3);
    rustle(moment, 2600, 2600, 0.03, 0.25);
  },
  /** A tile turned over on a table. */
  turn: (moment) => {
    rustle(moment, 900, 2200, 0.09, 0.3);
    knock(later(moment, 0.08), 430, 0.06, 0.25);
  },
  /** A tile laid down: wood on stone. */
  lay: (moment) => {
    knock(moment, 190, 0.16, 0.5);
    knock(moment, 560, 0.05, 0.2);
    rustle(moment, 1300, 700, 0.04, 0.3);
  },
  /** A hiss through the air, and a crackle. */
  fire: (moment) => {
    rustle(moment, 350, 1500, 0.32, 0.3);
    for (const wait of [0.22, 0.29, 0.33, 0.4]) rustle(later(moment, wait), 3200, 2400, 0.02, 0.35);
    knock(later(moment, 0.26), 130, 0.16, 0.35);
  },
  /** Two blocks of wood. */
  totem: (moment) => {
    knock(moment, 392, 0.2, 0.35);
    knock(later(moment, 0.12), 523, 0.26, 0.35);
  },
  /** Three stones, each higher than the last. */
  yours: (moment) => {
    [523, 659, 784].forEach((pitch, index) => {
      knock(later(moment, index * 0.12), pitch, 0.24, 0.3);
      knock(later(moment, index * 0.12), pitch * 2.76, 0.07, 0.08); // struck stone is not in tune with itself
    });
  },
};

export const NAMES = /** @type {Sound[]} */ (Object.keys(SOUNDS));

/** @type {(moment: Moment, wait: number) => Moment} */
const later = ({ context, at }, wait) => ({ context, at: at + wait });

/**
 * Something hollow that is struck: a tone that drops a little and dies away.
 * @param {Moment} moment
 * @param {number} pitch in hertz
 * @param {number} lasts seconds
 * @param {number} loudness
 */
function knock({ context, at }, pitch, lasts, loudness) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  tone.frequency.setValueAtTime(pitch * 1.12, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + lasts / 3);
  tone.connect(fading({ context, at }, lasts, loudness));
  tone.start(at);
  tone.stop(at + lasts);
}

/**
 * Something rough: noise around a pitch that moves.
 * @param {Moment} moment
 * @param {number} from hertz
 * @param {number} to hertz
 * @param {number} lasts seconds
 * @param {number} loudness
 */
function rustle({ context, at }, from, to, lasts, loudness) {
  const source = new AudioBufferSourceNode(context, { buffer: noise(context) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 1.2, frequency: from });
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(filter).connect(fading({ context, at }, lasts, loudness));
  source.start(at);
  source.stop(at + lasts);
}

/** @type {(moment: Moment, lasts: number, loudness: number) => GainNode} */
function fading({ context, at }, lasts, loudness) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(SILENCE, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + lasts);
  gain.connect(context.destination);
  return gain;
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** @param {BaseAudioContext} context */
function noise(context) {
  const made = noises.get(context) ?? context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  if (!noises.has(context)) {
    const samples = made.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    noises.set(context, made);
  }
  return made;
}

/**
 * Makes a sound in any context, also one that only computes it.
 * @param {BaseAudioContext} context
 * @param {Sound} name
 */
export const sound = (context, name, at = context.currentTime) => SOUNDS[name]({ context, at });
