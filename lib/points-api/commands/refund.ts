import type { PostedEntry, RefundCommand } from "@/lib/ledger/commands";
import type { OperationContext } from "./context";

/**
 * Gives back points of a redemption (interface.md §4.1).
 * Throws DomainError 1201 to 1206, 1401 to 1407, 1416, 1501, 1902.
 */
export function refund(
  { ledger }: OperationContext,
  input: Omit<RefundCommand, "type">,
): Promise<PostedEntry> {
  return ledger.post({ type: "refund", ...input });
}
