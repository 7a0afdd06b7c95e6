// The wheel as something that turns a domino: by whole notches, however finely the device counts.

const NOTCH = 100; // pixels that a mouse reports
const LINES = 3; // or these
const SPIN = 150; // milliseconds that a turn takes, so that the swing of a trackpad does not turn it on and on

/** Says for each event of a wheel which way to turn: 1, -1, or 0 for not yet. */
export function notches() {
  let gathered = 0;
  let turnedAt = -SPIN;
  return (/** @type {Pick<WheelEvent, "deltaMode" | "deltaY" | "timeStamp">} */ { deltaMode, deltaY, timeStamp }) => {
    if (timeStamp - turnedAt < SPIN) return 0;
    if (Math.sign(deltaY) !== Math.sign(gathered)) gathered = 0;
    gathered += deltaMode ? (deltaY * NOTCH) / LINES : deltaY;
    if (Math.abs(gathered) < NOTCH) return 0;
    const way = Math.sign(gathered);
    gathered = 0;
    turnedAt = timeStamp;
    return way;
  };
}
