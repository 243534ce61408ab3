import { contract } from "@/lib/portal/contract";

/** A change answers with all categories, as they are then. */
const changed = { reach: "programme", answer: "list", refreshes: "list", outdates: ["deals"] } as const;
const many = { reach: "own", body: "many", answer: "manyAnswer", outdates: ["deals"] } as const;
const ONE = "manage/categories/:categoryId";

export const categories = contract("categories", () => import("./record"), {
  list: { route: "GET manage/categories", may: "category.read", reach: "programme", answer: "list" },
  create: { route: "POST manage/categories", may: "category.create", body: "create", ...changed },
  change: { route: `PUT ${ONE}`, may: "category.update", params: "target", body: "change", ...changed },
  activate: {
    route: `PATCH ${ONE}`,
    may: "category.deactivate",
    params: "target",
    body: "activate",
    ...changed,
  },
  deactivateMany: { route: "POST manage/categories/deactivate", may: "category.deactivate", ...many },
  reactivateMany: { route: "POST manage/categories/reactivate", may: "category.reactivate", ...many },
});
