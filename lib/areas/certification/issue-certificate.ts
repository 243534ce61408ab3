import type { Pool } from "pg";
import { lockClient, requireUnrevoked } from "@/lib/areas/clients/client-view";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type CertificateView, certificateView, newCertificateNumber } from "./certificate";
import { gatherEvidence, readSeen } from "./gather-evidence";
import { requirementsFor } from "./requirements";
import { CERTIFICATE_MONTHS } from "./words";

export interface IssueCertificateInput {
  clientId: number;
  /** Maker of the till. */
  maker: string;
}

/**
 * Certifies a test client whose requirements are all met, as its traffic shows at this moment (rules.md §14). The certificate
 * stays as it is issued. A client may have several: a new version of a till is certified anew.
 * @throws AdminError forbidden, not_found, revoked, not_certifiable
 */
export async function issueCertificate(
  context: AdminContext & { pool: Pool; serviceVersion: string },
  actor: AdminActor,
  { clientId, maker }: IssueCertificateInput,
): Promise<CertificateView> {
  requirePermission(actor, "certification.issue");
  await gatherEvidence(context.pool, [clientId]);
  return administer(context, actor, "certification.issue", async (act) => {
    const { tx, now, record } = act;
    const client = await lockClient(act, clientId);
    requireUnrevoked(client);
    if (client.sandboxId === null) throw new AdminError("not_certifiable", { missing: 0 });
    const seen = await readSeen(context.pool, clientId);
    const asked = requirementsFor(client.scopes);
    const met = asked.flatMap(({ name }) => {
      const shown = seen.get(name);
      return shown?.state === "met"
        ? [{ name, seenAt: shown.seenAt.toISOString(), requests: [...shown.requests] }]
        : [];
    });
    const missing = asked.length - met.length;
    if (missing > 0 || asked.length === 0) throw new AdminError("not_certifiable", { missing });
    const merchant = await tx.merchant.findUniqueOrThrow({ where: { id: client.merchantId } });
    const expiresAt = new Date(now);
    expiresAt.setUTCMonth(expiresAt.getUTCMonth() + CERTIFICATE_MONTHS);
    const row = await tx.certificate.create({
      data: {
        number: newCertificateNumber(),
        clientId,
        merchantId: client.merchantId,
        clientName: client.name,
        merchantNameEn: merchant.nameEn,
        merchantNameAr: merchant.nameAr,
        maker,
        serviceVersion: context.serviceVersion,
        requirements: met.map(({ requests, ...one }) => ({
          ...one,
          requests: requests.map((request) => ({ ...request })),
        })),
        issuedAt: now,
        issuedBy: actor.userId,
        expiresAt,
      },
    });
    await record({
      subject: "certificate",
      subjectId: row.number,
      merchantId: client.merchantId,
      before: null,
      after: { clientId, clientName: client.name, maker, requirements: met.length },
    });
    return certificateView(row, now);
  });
}
