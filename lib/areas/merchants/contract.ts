import { ADMIN_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const ALL = "manage/merchants";
const ONE = "manage/merchants/:merchantId";
const outdates = ["programme", "tills"] as const;
const one = { reach: "own", params: "target", answer: "answer", outdates } as const;
const many = { reach: "own", body: "many", answer: "manyAnswer", outdates } as const;

export const merchants = contract("merchants", () => import("./record"), {
  /** One for an admin, all for an operator. */
  list: { route: `GET ${ALL}`, may: ADMIN_ROLES, reach: "own", answer: "list", freshMs: 60_000 },
  create: {
    route: `POST ${ALL}`,
    may: "merchant.create",
    reach: "programme",
    body: "create",
    answer: "answer",
    outdates,
  },
  /** Refused as a conflict when it is not the version that was read. */
  change: { route: `PATCH ${ONE}`, may: "merchant.update", ...one, body: "changes" },
  deactivate: { route: `POST ${ONE}/deactivate`, may: "merchant.deactivate", ...one },
  reactivate: { route: `POST ${ONE}/reactivate`, may: "merchant.reactivate", ...one },
  /** The last day on which it sells: the service stops it when that day is over. Null takes the day back. */
  setLastDay: { route: `PUT ${ONE}/last-day`, may: "merchant.set_last_day", ...one, body: "leaving" },
  /** Counts coupons, holds, points that ripen, offers and people of the named merchants together. */
  open: {
    route: `GET ${ALL}/open`,
    may: "merchant.deactivate",
    reach: "own",
    query: "chosen",
    answer: "openThings",
  },
  /** Its figures until its last day, or until today, to print or as a file. */
  statement: {
    route: `GET ${ONE}/statement`,
    may: "merchant.deactivate",
    reach: "own",
    params: "target",
    query: "statementQuery",
    answer: "statement",
  },
  deactivateMany: { route: `POST ${ALL}/deactivate`, may: "merchant.deactivate", ...many },
  reactivateMany: { route: `POST ${ALL}/reactivate`, may: "merchant.reactivate", ...many },
});
