// Your days off and holidays, at the service.

import { get, request } from "../core/client.js";

/**
 * @typedef {{ first: string, last: string, begin: string, end: string }} Holiday
 * @typedef {{ zone: string, days: number[], holidays: Holiday[],
 *   allowance: { year: number, days: number, used: number }[] }} OwnTime
 */

const ADDRESS = "/api/me/time-off";

/** @returns {Promise<OwnTime>} */
export const ownTime = () => get(ADDRESS);

/** @type {(zone: string, days: number[]) => Promise<OwnTime>} */
export const chooseDays = (zone, days) => request("PUT", `${ADDRESS}/days`, { zone, days });

/** @type {(first: string, last: string, zone: string) => Promise<OwnTime>} */
export const planHoliday = (first, last, zone) => request("POST", `${ADDRESS}/holidays`, { first, last, zone });

/** @type {(first: string) => Promise<OwnTime>} */
export const endHoliday = (first) => request("DELETE", `${ADDRESS}/holidays/${first}`);
