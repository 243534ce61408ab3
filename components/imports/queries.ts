import { portalPages, portalQuery } from "@/components/kit/query";
import type { WalletImport } from "@/lib/areas/imports/schemas";

/** While something is being worked on, the page follows it. */
const FOLLOW_MS = 1_000;

/** The last files of wallets, the newest first. */
export const importsQuery = portalQuery({
  key: ["imports"],
  answer: async () => (await import("@/lib/areas/imports/schemas")).walletImportListSchema,
  path: "manage/imports",
  refetchInterval: ({ state }) => (state.data?.imports.some(isAtWork) ? FOLLOW_MS : false),
});

/** The refused lines of one of them. While it is being worked on there may be more by and by. */
export const refusedLinesQuery = (importId: number) =>
  portalPages({
    key: ["imports", "refused", importId],
    answer: async () => (await import("@/lib/areas/imports/schemas")).refusedLinesSchema,
    path: `manage/imports/${importId}/refused`,
  });

function isAtWork({ state }: WalletImport): boolean {
  return state === "checking" || state === "running";
}
