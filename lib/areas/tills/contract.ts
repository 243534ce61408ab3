import { contract } from "@/lib/portal/contract";

/** An act answers with the tills as they are then. */
const changed = { answer: "tillListSchema", refreshes: "list" } as const;
const own = { may: ["cashier"], reach: "self", answer: "ownTillSchema" } as const;

export const tills = contract("tills", () => import("./schemas"), {
  list: { route: "GET manage/tills", may: "till.read", reach: "own", answer: "tillListSchema" },
  register: {
    route: "POST manage/tills",
    may: "till.register",
    reach: "own",
    body: "registerTillSchema",
    ...changed,
  },
  revoke: {
    route: "POST manage/tills/:tillId/revoke",
    may: "till.revoke",
    reach: "own",
    params: "tillParamsSchema",
    ...changed,
  },
  /** Whether cashiers need a registered device; refused as a conflict when the programme is not the version that was read. */
  setPolicy: {
    route: "PUT manage/tills/policy",
    may: "programme.update",
    reach: "programme",
    body: "tillPolicySchema",
    ...changed,
  },
  /** Whether this device still has to be registered for its cashier, and the code that it shows meanwhile. */
  own: { route: "GET session/till", ...own },
  /** Has this device wait to be registered, with a new code. */
  request: { route: "POST session/till", refreshes: "own", ...own },
});
