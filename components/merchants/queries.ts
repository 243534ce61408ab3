import { portalQuery } from "@/components/kit/query";

/** The merchants that the user administers: one for an admin, all for an operator. */
export const merchantsQuery = portalQuery({
  key: ["merchants", "list"],
  answer: async () => (await import("@/lib/areas/merchants/desk-schemas")).merchantListSchema,
  path: "manage/merchants",
  staleTime: 60_000,
});
