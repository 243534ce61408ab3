import type { Prisma } from "@/lib/platform/database/generated/client";
import type { Act } from "@/lib/portal/acts/administer";
import { type ClientView, clientSnapshot, readClientRow, requireOwnClient } from "./client-view";

/** Writes a change of a locked client, with its audit row and its announcement. Secrets are changed by the caller, before. */
export async function changeClient(
  { tx, actor, now, record, announce }: Act,
  before: ClientView,
  data: Prisma.ApiClientUncheckedUpdateInput,
  approvedBy: number | null = null,
): Promise<ClientView> {
  await tx.apiClient.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 }, updatedAt: now },
  });
  const after = requireOwnClient(await readClientRow(tx, before.id), actor, now);
  await record({
    subject: "client",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: clientSnapshot(before),
    after: { ...clientSnapshot(after), ...(approvedBy !== null && { approvedBy }) },
  });
  await announce("client", after.id);
  return after;
}
