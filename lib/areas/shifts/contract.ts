import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const one = {
  may: TILL_ROLES,
  reach: "own",
  params: "shiftParamsSchema",
  answer: "shiftReportSchema",
} as const;

export const shifts = contract("shifts", () => import("./schemas"), {
  /** The caller's shift that is open. */
  own: { route: "GET shifts/own", may: TILL_ROLES, reach: "own", answer: "ownShiftSchema" },
  /** A shift and what was done in it. */
  report: { route: "GET shifts/:shiftId", ...one },
  open: {
    route: "POST shifts",
    may: TILL_ROLES,
    reach: "branch",
    body: "openShiftSchema",
    answer: "ownShiftSchema",
    outdates: ["today"],
  },
  /** One's own shift, or as a person of the desk another's. */
  close: { route: "POST shifts/:shiftId/close", ...one, body: "closeShiftSchema", outdates: ["today"] },
  handOver: {
    route: "POST shifts/:shiftId/hand-over",
    ...one,
    body: "handOverShiftSchema",
    outdates: ["today"],
  },
});
