import { readClient } from "@/lib/areas/clients/read";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { CERTIFICATE_NUMBER, type CertificateView, certificateView } from "./certificate";

/**
 * The certificates of a client, the newest first.
 * @throws AdminError forbidden, not_found
 */
export async function listCertificates(
  context: AdminContext,
  actor: AdminActor,
  clientId: number,
): Promise<CertificateView[]> {
  requirePermission(actor, "certification.read");
  await readClient(context, actor, clientId);
  const rows = await context.database.certificate.findMany({ where: { clientId }, orderBy: { id: "desc" } });
  const now = context.clock.now();
  return rows.map((row) => certificateView(row, now));
}

/** A certificate by its number, for whoever was told it; null when there is none. */
export async function verifyCertificate(
  { database, clock }: AdminContext,
  number: string,
): Promise<CertificateView | null> {
  if (!CERTIFICATE_NUMBER.test(number)) return null;
  const row = await database.certificate.findUnique({ where: { number } });
  return row === null ? null : certificateView(row, clock.now());
}
