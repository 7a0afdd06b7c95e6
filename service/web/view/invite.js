// The link that invites somebody, with a button that copies it.

import { h } from "../dom.js";
import { notice } from "../notices.js";
import { t } from "../words.js";
import { icon } from "./pieces.js";

export function invite(link) {
  const copy = async (event) => {
    const field = event.currentTarget.parentElement.querySelector("input");
    try {
      await navigator.clipboard.writeText(link);
      notice(t("link_copied"));
    } catch { // the browser does not let us: the person can
      field.focus();
      field.select();
      notice(t("copy_by_hand"));
    }
  };
  return h("div", { class: "invite" },
    h("input", { readonly: true, value: link, "aria-label": t("invite_link"), onfocus: (event) => event.target.select() }),
    h("button", { type: "button", onclick: copy }, icon("link"), t("copy_link")));
}
