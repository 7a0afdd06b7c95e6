// Links from a refusal to the rules that it cites.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/**
 * Links to the rules of these numbers, as "O4, K3"; none where no rule was broken.
 * @param {string | null | undefined} numbers
 */
export const ruleLinks = (numbers, props = {}) =>
  numbers
    ? numbers
        .split(", ")
        .map((rule) =>
          h("a", { class: "rule-number", href: `/rules#${rule}`, key: rule, ...props }, t("see_rule", { rule })),
        )
    : null;
