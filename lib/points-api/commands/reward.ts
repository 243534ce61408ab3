import type { PostedEntry, RewardCommand } from "@/lib/ledger/commands";
import type { OperationContext } from "./context";

/**
 * Rewards a bill with points (interface.md §4.2).
 * Throws DomainError 1201 to 1206, 1304, 1416, 1501, 1902.
 */
export function reward(
  { ledger }: OperationContext,
  input: Omit<RewardCommand, "type">,
): Promise<PostedEntry> {
  return ledger.post({ type: "reward", ...input });
}
