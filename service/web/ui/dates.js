// Days in words.

import { t } from "../core/words.js";

/**
 * A day such as "2026-11-16" in words: "16 November 2026".
 * @param {string} date
 */
export function dayText(date) {
  const [year, month, day] = date.split("-").map(Number);
  return t("date", { day, month: t(`month_${month}`), year });
}
