import type { CancelCommand, PostedEntry } from "@/lib/ledger/commands";
import type { OperationContext } from "./context";

/**
 * Undoes a whole redemption, reward or refund (interface.md §4.4; rules.md §7).
 * Throws DomainError 1201 to 1206, 1401, 1411 to 1415, 1501, 1902.
 */
export function cancel(
  { ledger }: OperationContext,
  input: Omit<CancelCommand, "type">,
): Promise<PostedEntry> {
  return ledger.post({ type: "cancel", ...input });
}
