// Whether things may move on the page: as the device says, unless the reader chose otherwise.

const device = matchMedia("(prefers-reduced-motion: reduce)");

export function isCalm() {
  const { motion } = document.documentElement.dataset;
  return motion === "auto" ? device.matches : motion === "calm";
}
