import { REPORT_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

export const home = contract("home", () => import("./schemas"), {
  /** Every open page asks by itself, once a minute. */
  read: { route: "GET home", may: REPORT_ROLES, reach: "own", answer: "homeSchema" },
});
