// The name by which others will know us: guests who were given one are asked for theirs when they sit down with people.

import { request } from "../core/client.js";
import { h } from "../core/dom.js";
import { ensurePlayer, refresh, session } from "../core/session.js";
import { t } from "../core/words.js";

const LONGEST = 40;
let wanted = "";

const isAsked = () => !session.me || (!session.me.account && session.me.hasGivenName);

/** The field, for those who have not chosen a name. */
export const ownName = () =>
  isAsked()
    ? h(
        "label",
        { class: "field own-name", key: "own-name" },
        h("span", {}, t("own_name")),
        h("input", {
          name: "own-name",
          type: "text",
          maxlength: LONGEST,
          autocomplete: "nickname",
          placeholder: session.me?.name ?? "",
          value: wanted,
          oninput: (event) => {
            wanted = event.target.value;
          },
        }),
      )
    : null;

/** Becomes a guest at least, by the name that was filled in. */
export async function becomePlayer() {
  const name = isAsked() ? wanted.trim() : "";
  if (session.me && name) {
    await request("PATCH", "/api/me", { name });
    await refresh();
  } else await ensurePlayer(name || undefined);
  wanted = "";
}
