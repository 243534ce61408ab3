import { ADMIN_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const ALL = "manage/merchants";
const ONE = "manage/merchants/:merchantId";
const outdates = ["programme"] as const;
const one = {
  reach: "own",
  params: "merchantParamsSchema",
  answer: "managedMerchantSchema",
  outdates,
} as const;
const many = { reach: "own", body: "manySchema", answer: "manyAnswerSchema", outdates } as const;

const read = async () => ({
  ...(await import("./desk-schemas")),
  ...(await import("@/lib/portal/wire/many")),
});
const written = async () => ({ ...(await import("./desk-schemas")), ...(await import("./schemas")) });

export const merchants = {
  ...contract("merchants", read, {
    /** One for an admin, all for an operator. */
    list: {
      route: `GET ${ALL}`,
      may: ADMIN_ROLES,
      reach: "own",
      answer: "merchantListSchema",
      freshMs: 60_000,
    },
    deactivate: { route: `POST ${ONE}/deactivate`, may: "merchant.deactivate", ...one },
    reactivate: { route: `POST ${ONE}/reactivate`, may: "merchant.reactivate", ...one },
    deactivateMany: { route: `POST ${ALL}/deactivate`, may: "merchant.deactivate", ...many },
    reactivateMany: { route: `POST ${ALL}/reactivate`, may: "merchant.reactivate", ...many },
  }),
  ...contract("merchants", written, {
    create: {
      route: `POST ${ALL}`,
      may: "merchant.create",
      reach: "programme",
      body: "createMerchantSchema",
      answer: "managedMerchantSchema",
      outdates,
    },
    /** Refused as a conflict when it is not the version that was read. */
    change: { route: `PATCH ${ONE}`, may: ["programme_operator"], ...one, body: "merchantChangesSchema" },
  }),
};
