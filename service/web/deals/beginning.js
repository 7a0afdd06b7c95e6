// Begins one's game with the deal of today.

import { request } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";

/** As a guest at least. Who has begun comes back to that game. */
export const beginDeal = once(() =>
  withNotice(async () => {
    await ensurePlayer();
    const { game } = await request("POST", "/api/deals/daily");
    await go(`/game/${game}`);
  }),
);
