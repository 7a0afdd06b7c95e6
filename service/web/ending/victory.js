// Who has won, in a sentence.

import { listed, t } from "../core/words.js";

/**
 * "You have won", "Anna has won", "You and Ben share the victory"
 * @param {Table} table
 */
export function victory({ winners, viewer, seats }) {
  const others = (winners ?? []).filter((seat) => seat !== viewer).map((seat) => seats[seat].name);
  const names = listed(others);
  if (others.length === winners?.length) return t("won_by", { count: others.length, names });
  return others.length ? t("you_share_victory", { names }) : t("you_won");
}
