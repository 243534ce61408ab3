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
  deactivateMany: { route: `POST ${ALL}/deactivate`, may: "merchant.deactivate", ...many },
  reactivateMany: { route: `POST ${ALL}/reactivate`, may: "merchant.reactivate", ...many },
});
