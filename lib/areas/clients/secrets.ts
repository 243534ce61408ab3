import { seal, serviceSecret } from "@/lib/platform/seal";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { hashClientSecret, newClientSecret } from "./api-client";
import { agreeToClient, type ClientView, changeClient, lockClient, requireUnrevoked } from "./client-view";
import type { RotateClientSecretInput } from "./record";
import { newSigningSecret } from "./signature";
import { ROTATION_OVERLAP_DAYS_DEFAULT, ROTATION_OVERLAP_DAYS_MAX } from "./words";

export interface IssuedClient {
  client: ClientView;
  /** The ClientId, to be shown once: it can never be read again. */
  secret: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a client a new secret. Its newest one stays accepted for the overlap, so that tills can be changed one by one;
 * any older one ends at once. There are never more than two.
 * @throws AdminError second_person (rules.md §24), not_found, conflict, revoked
 */
export function rotateClientSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, overlapDays = ROTATION_OVERLAP_DAYS_DEFAULT }: RotateClientSecretInput,
): Promise<IssuedClient> {
  return administerAgreed(context, actor, "client.rotate", async (act) => {
    const present = await lockClient(act, clientId, version);
    requireUnrevoked(present);
    const approval = await agreeToClient(act, present, { what: "rotate", content: [overlapDays] });
    await retireSecrets(act, present, overlapDays);
    const secret = newClientSecret({ isTest: present.isTest });
    await act.tx.apiClientSecret.create({ data: { clientId, ...secretData(secret, act.now) } });
    return { client: await changeClient(act, present, {}, approval), secret };
  });
}

async function retireSecrets({ tx, now }: Act, { secrets }: ClientView, overlapDays: number): Promise<void> {
  const { ended, shortened } = secretsToRetire(secrets, overlapDays, now);
  await tx.apiClientSecret.updateMany({ where: { id: { in: ended } }, data: { revokedAt: now } });
  if (shortened !== null)
    await tx.apiClientSecret.update({
      where: { id: shortened.id },
      data: { expiresAt: shortened.expiresAt },
    });
}

/**
 * Which secrets end at once when a client is given another one, and which one sooner than it would have.
 * @param secrets the newest first
 */
function secretsToRetire(
  secrets: readonly { id: number; isLive: boolean; expiresAt: Date | null }[],
  overlapDays: number,
  now: Date,
): { ended: number[]; shortened: { id: number; expiresAt: Date } | null } {
  const [newest, ...older] = secrets.filter(({ isLive }) => isLive);
  const ended = older.map(({ id }) => id);
  if (newest === undefined) return { ended, shortened: null };
  const days = Math.min(Math.max(overlapDays, 0), ROTATION_OVERLAP_DAYS_MAX);
  if (days === 0) return { ended: [newest.id, ...ended], shortened: null };
  const end = new Date(now.getTime() + days * DAY_MS);
  // A rotation never prolongs what was about to end.
  const isLonger = newest.expiresAt === null || newest.expiresAt > end;
  return { ended, shortened: isLonger ? { id: newest.id, expiresAt: end } : null };
}

/**
 * Ends one of a client's secrets at once, as when the last till has the new one. The client itself stays, even with no
 * secret left: it can be given a new one. One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export function revokeClientSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, secretId }: { clientId: number; secretId: number },
): Promise<ClientView> {
  return administer(context, actor, "client.revoke_secret", async (act) => {
    const client = await lockClient(act, clientId);
    const secret = client.secrets.find(({ id }) => id === secretId);
    if (secret === undefined) throw new AdminError("not_found", { subject: "client" });
    if (secret.revokedAt !== null) return client;
    await act.tx.apiClientSecret.update({ where: { id: secretId }, data: { revokedAt: act.now } });
    return changeClient(act, client, {});
  });
}

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
    const present = await lockClient(act, clientId, version);
    requireUnrevoked(present);
    const approval = await agreeToClient(act, present, { what: "signing", content: [overlapDays] });
    const { ended, shortened } = secretsToRetire(present.signingSecrets, overlapDays, act.now);
    const { tx, now } = act;
    await tx.apiSigningSecret.updateMany({ where: { id: { in: ended } }, data: { revokedAt: now } });
    if (shortened !== null)
      await tx.apiSigningSecret.update({
        where: { id: shortened.id },
        data: { expiresAt: shortened.expiresAt },
      });
    const secret = await issueSigningSecret(act, clientId);
    return { client: await changeClient(act, present, {}, approval), secret };
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

/** A secret's row, which keeps its hash alone. */
export function secretData(secret: string, createdAt: Date) {
  return { secretHash: new Uint8Array(hashClientSecret(secret)), last4: secret.slice(-4), createdAt };
}
