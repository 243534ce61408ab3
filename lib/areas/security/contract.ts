import { contract } from "@/lib/portal/contract";

export const security = contract("security", () => import("./schemas"), {
  /** The newest events first, page by page. */
  list: {
    route: "GET manage/security",
    may: "audit.read",
    reach: "merchant",
    query: "securityQuerySchema",
    answer: "securityPageSchema",
  },
});
