// The time zone of a player who has never said one: days off and quiet hours are those of where they live.

import { get, request } from "../core/client.js";
import { ownZone } from "./weekdays.js";

const ADDRESS = "/api/me/time-off";

/** Before somebody sits down at a table whose clocks rest. A zone that was chosen stays. */
export async function noteZone() {
  const { zone, days } = await get(ADDRESS);
  if (zone === "UTC" && ownZone() !== zone) await request("PUT", `${ADDRESS}/days`, { zone: ownZone(), days });
}
