import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type CertificateView, certificateView } from "./certificate";

/**
 * Revokes a certificate, for ever; one that is revoked stays as it is.
 * @throws AdminError forbidden, not_found
 */
export function revokeCertificate(
  context: AdminContext,
  actor: AdminActor,
  { clientId, certificateId }: { clientId: number; certificateId: number },
): Promise<CertificateView> {
  return administer(context, actor, "certification.revoke", async ({ tx, now, record }) => {
    await tx.$queryRaw`SELECT 1 FROM certificate WHERE id = ${certificateId} FOR NO KEY UPDATE`;
    const row = await tx.certificate.findUnique({ where: { id: certificateId } });
    if (row === null || row.clientId !== clientId || !isOwnMerchant(actor, row.merchantId))
      throw new AdminError("not_found", { subject: "certificate" });
    if (row.revokedAt !== null) return certificateView(row, now);
    const revoked = await tx.certificate.update({
      where: { id: certificateId },
      data: { revokedAt: now, revokedBy: actor.userId },
    });
    await record({
      subject: "certificate",
      subjectId: row.number,
      merchantId: row.merchantId,
      before: { revokedAt: null },
      after: { revokedAt: now.toISOString() },
    });
    return certificateView(revoked, now);
  });
}
