// The address of your calendar, at the service.

import { get, request } from "../core/client.js";

/** @typedef {{ address: string | null }} Calendar */

const ADDRESS = "/api/me/calendar";

/** @returns {Promise<Calendar>} */
export const ownCalendar = () => get(ADDRESS);

/** @returns {Promise<Calendar>} */
export const renewCalendar = () => request("POST", ADDRESS);

/** @returns {Promise<Calendar>} */
export const endCalendar = () => request("DELETE", ADDRESS);
