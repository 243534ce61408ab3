import { ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

/** The live deals of all merchants: a customer at one till may ask about any of them. */
const all = { may: ROLES, reach: "programme" } as const;

export const deals = contract("deals", () => import("./schemas"), {
  list: { route: "GET deals", ...all, query: "dealListRequestSchema", answer: "dealPageSchema" },
  choices: { route: "GET deals/choices", ...all, answer: "dealChoicesSchema" },
  one: { route: "GET deals/:dealId", ...all, params: "dealParamsSchema", answer: "dealSchema" },
  usable: {
    route: "GET deals/usable",
    ...all,
    query: "usableDealsRequestSchema",
    answer: "usableDealsSchema",
  },
  looks: { route: "POST deals/looks", ...all, body: "dealLooksSchema", answer: "noteSchema" },
});
