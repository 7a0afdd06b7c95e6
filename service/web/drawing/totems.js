// The totems, and who holds each.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { piece } from "./pieces.js";

/** @param {Pick<Table, "totems" | "seats">} table */
export function totems(table) {
  if (!table.totems) return null;
  return h(
    "section",
    { class: "totems", key: "totems" },
    h("h2", {}, t("totems")),
    h(
      "ul",
      {},
      Object.entries(table.totems).map(([kind, holder]) =>
        h(
          "li",
          { key: kind, class: holder === null ? "" : `held seat-${holder}` },
          piece(`totem-${kind}`),
          h(
            "span",
            {},
            h("b", {}, word("totems", kind)),
            h("span", { class: "holder" }, holder === null ? t("totem_free") : table.seats[holder].name),
          ),
        ),
      ),
    ),
  );
}
