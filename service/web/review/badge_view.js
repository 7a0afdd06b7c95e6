// The sign of a grade.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { points } from "../ui/move_words.js";
import { SIGNS } from "./grades.js";

/**
 * With its name for screen readers and as a tooltip.
 * @param {JudgedMove} move
 */
export const badge = (move) =>
  h(
    "span",
    { class: `grade ${move.grade}`, title: graded(move) },
    h("span", { "aria-hidden": "true" }, SIGNS[move.grade]),
    h("span", { class: "unseen" }, ` ${graded(move)}`),
  );

/** @param {JudgedMove} move */
export const graded = (move) =>
  move.lost > 0
    ? t("grade_lost", { grade: t(`grade_${move.grade}`), points: points(move.lost) })
    : t(`grade_${move.grade}`);
