import { portalQuery } from "@/components/kit/query";
import { merchantListSchema } from "@/lib/areas/merchants/desk-schemas";

/** The merchants that the user administers: one for an admin, all for an operator. */
export const merchantsQuery = portalQuery({
  key: ["merchants", "list"],
  answer: merchantListSchema,
  path: "manage/merchants",
  staleTime: 60_000,
});
