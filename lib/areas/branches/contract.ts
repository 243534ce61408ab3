import { contract } from "@/lib/portal/contract";
import { BRANCH_FILE_BYTES_MAX } from "./words";

const ALL = "manage/branches";
const ONE = "manage/branches/:branchId";
const one = { reach: "own", params: "target" } as const;
const changed = { answer: "answer", outdates: ["account", "tills"] } as const;
const many = { reach: "own", body: "many", answer: "manyAnswer", outdates: ["account"] } as const;

export const branches = contract("branches", () => import("./record"), {
  list: {
    route: `POST ${ALL}/search`,
    // Forms of coupons choose among them.
    may: "branch.read",
    reach: "merchant",
    body: "search",
    answer: "page",
  },
  read: { route: `GET ${ONE}`, may: "branch.update", ...one, answer: "answer" },
  /** Consequences of closing the branch, shown before it is done. */
  impact: { route: `GET ${ONE}/impact`, may: "branch.update", ...one, answer: "impact" },
  deactivate: { route: `POST ${ONE}/deactivate`, may: "branch.deactivate", ...one, ...changed },
  reactivate: { route: `POST ${ONE}/reactivate`, may: "branch.reactivate", ...one, ...changed },
  deactivateMany: { route: `POST ${ALL}/deactivate`, may: "branch.deactivate", ...many },
  reactivateMany: { route: `POST ${ALL}/reactivate`, may: "branch.reactivate", ...many },
  export: {
    route: `GET ${ALL}/export`,
    may: "branch.export",
    reach: "own",
    query: "chosenOnes",
    answer: "file",
  },
  /** Opens the branches of a file, or says what would come of it. */
  import: {
    route: `POST ${ALL}/import`,
    may: "branch.create",
    reach: "merchant",
    body: "importFile",
    // Four characters of base64 are three bytes.
    bodyBytesMax: 1.5 * BRANCH_FILE_BYTES_MAX,
    answer: "importAnswer",
    outdates: ["account"],
  },
  create: {
    route: `POST ${ALL}`,
    may: "branch.create",
    reach: "merchant",
    body: "create",
    ...changed,
  },
  /** Refused as a conflict when it is not the version that was read. */
  change: {
    route: `PATCH ${ONE}`,
    may: "branch.update",
    ...one,
    body: "changes",
    ...changed,
  },
});
