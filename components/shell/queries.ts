import { ask } from "@/components/kit/contract";
import { portalQuery } from "@/components/kit/query";
import { adjustments } from "@/lib/areas/adjustments/contract";
import type { FoundKind } from "@/lib/areas/commands/schemas";

/** Others ask for decisions while a page is open, and some of them stand at a till with a customer. */
const WAITING_POLL_MS = 5_000;
const FORBIDDEN = 403;

/** How much waits for the reader's decision. */
export const waitingQuery = ask(
  adjustments.waiting,
  {},
  {
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => state.error?.status !== FORBIDDEN && WAITING_POLL_MS,
  },
);

/** What answers the palette is read by; it comes with the first of them. */
const loadContract = () => import("@/lib/areas/commands/schemas");

/** What the reader's commands are called, in both languages. */
export const commandNamesQuery = portalQuery({
  key: ["commands", "names"],
  answer: async () => (await loadContract()).commandNamesSchema,
  path: "commands",
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is found by name. It may be a person's, and is not kept. */
export const findQuery = (text: string) =>
  portalQuery({
    key: ["commands", "find", text],
    answer: async () => (await loadContract()).foundSchema,
    path: "commands/find",
    body: { text },
    gcTime: 0,
    retry: false,
  });

/** What things that this device remembers by number are called now. */
export const recentQuery = (recent: readonly { kind: FoundKind; id: number }[]) =>
  portalQuery({
    key: ["commands", "recent", recent],
    answer: async () => (await loadContract()).foundSchema,
    path: "commands/find",
    body: { recent },
    gcTime: 0,
    retry: false,
  });
