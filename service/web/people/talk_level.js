// Whether you want talk at tables, as the service takes it.

import { get, request } from "../core/client.js";

const ADDRESS = "/api/me/talk";

/** @returns {Promise<{ level: TalkLevel }>} */
export const ownTalkLevel = () => get(ADDRESS);

/** @type {(level: string) => Promise<{ level: TalkLevel }>} */
export const chooseTalkLevel = (level) => request("PUT", ADDRESS, { level });
