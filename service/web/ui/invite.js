// The link that invites others, with a button that copies it.

import { t } from "../core/words.js";
import { copyable } from "./copying.js";

/** @param {string} link */
export const invite = (link) => copyable(link, t("invite_link"), t("copy_link"), t("link_copied"));
