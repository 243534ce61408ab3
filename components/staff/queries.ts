import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { StaffSearch } from "@/lib/areas/staff/desk-schemas";

/** The staff that matches; while others are being fetched, those shown last. */
export const staffQuery = (search: Omit<StaffSearch, "after">) =>
  portalPages({
    key: ["staff", "list", search],
    answer: async () => (await import("@/lib/areas/staff/desk-schemas")).staffPageSchema,
    path: "manage/staff/search",
    body: search,
    placeholderData: keepPreviousData,
  });

export const staffSessionsQuery = (userId: number) =>
  portalQuery({
    key: ["staff", "sessions", userId],
    answer: async () => (await import("@/lib/areas/staff/desk-schemas")).staffSessionsSchema,
    path: `manage/staff/${userId}/sessions`,
    staleTime: 0,
  });

/** What the programme asks of everybody who administers. */
export const staffPolicyQuery = portalQuery({
  key: ["staff", "policy"],
  answer: async () => (await import("@/lib/areas/staff/desk-schemas")).staffPolicySchema,
  path: "manage/staff/policy",
});
