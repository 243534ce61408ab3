import { ADMIN_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";
import { BRANCH_FILE_BYTES_MAX } from "./words";

const ALL = "manage/branches";
const ONE = "manage/branches/:branchId";
const one = { reach: "own", params: "managedBranchParamsSchema" } as const;
const changed = { answer: "managedBranchSchema", outdates: ["account"] } as const;
const many = { reach: "own", body: "manySchema", answer: "manyAnswerSchema", outdates: ["account"] } as const;

const read = async () => ({
  ...(await import("./desk-schemas")),
  ...(await import("@/lib/portal/wire/many")),
});
const written = async () => ({ ...(await import("./desk-schemas")), ...(await import("./schemas")) });

export const branches = {
  ...contract("branches", read, {
    list: {
      route: `POST ${ALL}/search`,
      may: ADMIN_ROLES,
      reach: "merchant",
      body: "branchSearchSchema",
      answer: "branchPageSchema",
    },
    read: { route: `GET ${ONE}`, may: ADMIN_ROLES, ...one, answer: "managedBranchSchema" },
    /** Consequences of closing the branch, shown before it is done. */
    impact: { route: `GET ${ONE}/impact`, may: ADMIN_ROLES, ...one, answer: "branchImpactSchema" },
    deactivate: { route: `POST ${ONE}/deactivate`, may: "branch.deactivate", ...one, ...changed },
    reactivate: { route: `POST ${ONE}/reactivate`, may: "branch.reactivate", ...one, ...changed },
    deactivateMany: { route: `POST ${ALL}/deactivate`, may: "branch.deactivate", ...many },
    reactivateMany: { route: `POST ${ALL}/reactivate`, may: "branch.reactivate", ...many },
    export: {
      route: `GET ${ALL}/export`,
      may: "branch.export",
      reach: "own",
      query: "chosenSchema",
      answer: "fileSchema",
    },
    /** Opens the branches of a file, or says what would come of it. */
    import: {
      route: `POST ${ALL}/import`,
      may: "branch.create",
      reach: "merchant",
      body: "branchImportSchema",
      // Four characters of base64 are three bytes.
      bodyBytesMax: 1.5 * BRANCH_FILE_BYTES_MAX,
      answer: "branchImportAnswerSchema",
      outdates: ["account"],
    },
  }),
  ...contract("branches", written, {
    create: {
      route: `POST ${ALL}`,
      may: "branch.create",
      reach: "merchant",
      body: "createBranchSchema",
      ...changed,
    },
    /** Refused as a conflict when it is not the version that was read. */
    change: {
      route: `PATCH ${ONE}`,
      may: "branch.update",
      ...one,
      body: "branchChangesSchema",
      ...changed,
    },
  }),
};
