import { acts, DESK } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "radar.read": { may: DESK, gives: "sight", event: null, security: null },
  "radar.run": {
    on: [],
    may: DESK,
    gives: "nothing",
    event: null,
    security: null,
  },
  "radar_case.open": { may: DESK, gives: "nothing", event: null, security: null },
  "radar_case.assign": { may: DESK, gives: "nothing", event: null, security: null },
  "radar_case.note": { may: DESK, gives: "nothing", event: null, security: null },
  "radar_case.close": { may: DESK, gives: "nothing", event: null, security: null },
});
