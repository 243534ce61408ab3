import { seal, serviceSecret } from "@/lib/platform/seal";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { changeClient } from "./change-client";
import { agreeToClient } from "./client-value";
import { type ClientView, lockClient, requireUnrevoked } from "./client-view";
import type { IssuedClient } from "./create-client";
import type { RotateClientSecretInput } from "./record";
import { secretsToRetire } from "./rotate-client-secret";
import { newSigningSecret } from "./signature";
import { ROTATION_OVERLAP_DAYS_DEFAULT } from "./words";

/**
 * Gives a client a secret to sign its requests with, its first or another one. The newest one it has stays accepted for the overlap, any
 * older one ends at once: there are never more than two. The secret is kept sealed and can never be read again.
 * @throws AdminError second_person (rules.md §24), not_found, conflict, revoked
 */
export function rotateSigningSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, overlapDays = ROTATION_OVERLAP_DAYS_DEFAULT }: RotateClientSecretInput,
): Promise<IssuedClient> {
  return administerAgreed(context, actor, "client.rotate_signing", async (act) => {
    const present = await lockClient(act, clientId);
    requireVersion("client", present.version, version);
    requireUnrevoked(present);
    const approvedBy = await agreeToClient(act, present, { what: "signing", content: [overlapDays] });
    const { ended, shortened } = secretsToRetire(present.signingSecrets, overlapDays, act.now);
    const { tx, now } = act;
    await tx.apiSigningSecret.updateMany({ where: { id: { in: ended } }, data: { revokedAt: now } });
    if (shortened !== null)
      await tx.apiSigningSecret.update({
        where: { id: shortened.id },
        data: { expiresAt: shortened.expiresAt },
      });
    const secret = await issueSigningSecret(act, clientId);
    return { client: await changeClient(act, present, {}, approvedBy), secret };
  });
}

/**
 * Ends one of a client's signing secrets at once. A client that has to sign and has none left is refused, until it is given
 * another one. One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export function revokeSigningSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, secretId }: { clientId: number; secretId: number },
): Promise<ClientView> {
  return administer(context, actor, "client.revoke_signing", async (act) => {
    const client = await lockClient(act, clientId);
    const secret = client.signingSecrets.find(({ id }) => id === secretId);
    if (secret === undefined) throw new AdminError("not_found", { subject: "client" });
    if (secret.revokedAt !== null) return client;
    await act.tx.apiSigningSecret.update({ where: { id: secretId }, data: { revokedAt: act.now } });
    return changeClient(act, client, {});
  });
}

async function issueSigningSecret({ tx, now }: Act, clientId: number): Promise<string> {
  const secret = newSigningSecret();
  const sealed = seal(secret, { serviceSecret: serviceSecret(), purpose: "signing secrets" });
  await tx.apiSigningSecret.create({
    data: { clientId, sealed: new Uint8Array(sealed), last4: secret.slice(-4), createdAt: now },
  });
  return secret;
}
