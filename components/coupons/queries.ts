import { portalQuery } from "@/components/kit/query";

export const templatesQuery = portalQuery({
  key: ["coupons"],
  answer: async () => (await import("@/lib/areas/coupons/schemas")).deskTemplatesSchema,
  path: "manage/coupons",
  refetchOnWindowFocus: true,
});

export const templateResultsQuery = (templateId: number) =>
  portalQuery({
    key: ["coupons", "results", templateId],
    answer: async () => (await import("@/lib/areas/coupons/schemas")).templateResultsSchema,
    path: `manage/coupons/${templateId}/results`,
  });

const WORKING_MS = 2_000;

/** The last files; asked again while one of them is worked on. */
export const issuesQuery = portalQuery({
  key: ["coupons", "issues"],
  answer: async () => (await import("@/lib/areas/coupons/schemas")).deskIssuesSchema,
  path: "manage/coupons/issues",
  refetchInterval: ({ state }) =>
    state.data?.issues.some((issue) => issue.state === "running") ? WORKING_MS : false,
});
