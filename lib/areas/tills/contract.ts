import { contract } from "@/lib/portal/contract";

const ONE = "manage/tills/:tillId";
const CODE = "manage/tills/codes/:branchId";
/** An act answers with the tills as they are then. */
const changed = { answer: "tillListSchema", refreshes: "list" } as const;
const own = { reach: "self", answer: "ownTillSchema" } as const;

export const tills = contract("tills", () => import("./schemas"), {
  list: { route: "GET manage/tills", may: "till.read", reach: "own", answer: "tillListSchema" },
  register: {
    route: "POST manage/tills",
    may: "till.register",
    reach: "own",
    body: "registerTillSchema",
    ...changed,
  },
  rename: {
    route: `PUT ${ONE}/name`,
    may: "till.update",
    reach: "own",
    params: "tillParamsSchema",
    body: "renameTillSchema",
    ...changed,
  },
  revoke: {
    route: `POST ${ONE}/revoke`,
    may: "till.revoke",
    reach: "own",
    params: "tillParamsSchema",
    ...changed,
  },
  /** Opens a code for several devices of a branch; one that is open already ends. */
  openCode: {
    route: `POST ${CODE}`,
    may: "till.open_code",
    reach: "own",
    params: "codeParamsSchema",
    answer: "branchCodeSchema",
    askerOnly: "answers",
  },
  endCode: {
    route: `POST ${CODE}/end`,
    may: "till.end_code",
    reach: "own",
    params: "codeParamsSchema",
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
  /** Whether this device is registered, or still has to be, and the code that it shows meanwhile. */
  own: { route: "GET session/till", may: ["cashier"], ...own },
  /** Has this device wait to be registered, with a new code. */
  request: {
    route: "POST session/till",
    may: ["cashier"],
    query: "askTillSchema",
    refreshes: "own",
    ...own,
  },
  /** Registers this device by the code of a branch. */
  join: {
    route: "POST session/till/join",
    may: ["cashier"],
    body: "joinTillSchema",
    refreshes: "own",
    ...own,
  },
});
