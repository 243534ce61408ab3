import { portalQuery } from "@/components/kit/query";

/** What reads the answers; it comes after the page. */
const loadContract = () => import("@/lib/areas/approvals/schemas");

/** Somebody stands at a till and waits. */
const POLL_MS = 2_000;

/** What tills have asked for, as far as the reader may know of it. The page asks again by itself. */
export const approvalsQuery = portalQuery({
  key: ["approvals", "list"],
  answer: async () => (await loadContract()).approvalListSchema,
  path: "manage/approvals",
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
});

/** What became of a request that was made at this till, until it is decided. */
export const askedApprovalQuery = (approvalId: number) =>
  portalQuery({
    key: ["approvals", "asked", approvalId],
    answer: async () => (await loadContract()).askedApprovalSchema,
    path: `points/approvals/${approvalId}`,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === "pending" ? POLL_MS : false,
  });
