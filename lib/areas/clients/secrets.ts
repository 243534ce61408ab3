import { seal, serviceSecret } from "@/lib/platform/seal";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { hashClientSecret, newClientSecret } from "./api-client";
import { agreeToClient, type ClientView, changeClient, lockClient, requireUnrevoked } from "./client";
import type { RotateClientSecretInput } from "./record";
import { newSigningSecret } from "./signature";
import { ROTATION_OVERLAP_DAYS_DEFAULT, ROTATION_OVERLAP_DAYS_MAX } from "./words";

export interface IssuedClient {
  client: ClientView;
  /** The ClientId or signing secret, to be shown once: it can never be read again. */
  secret: string;
}

/** Secrets of one kind. */
interface Kind {
  what: "rotate" | "signing";
  rotated: "client.rotate" | "client.rotate_signing";
  revoked: "client.revoke_secret" | "client.revoke_signing";
  /** The newest first. */
  of(client: ClientView): ClientView["signingSecrets"];
  table(tx: Transaction): {
    update(query: {
      where: { id: number };
      data: { revokedAt?: Date; expiresAt?: Date };
    }): PromiseLike<unknown>;
  };
  issue(act: Act, client: ClientView): Promise<string>;
}

const CLIENT_IDS: Kind = {
  what: "rotate",
  rotated: "client.rotate",
  revoked: "client.revoke_secret",
  of: ({ secrets }) => secrets,
  table: (tx) => tx.apiClientSecret,
  issue: async ({ tx, now }, { id: clientId, isTest }) => {
    const secret = newClientSecret({ isTest });
    await tx.apiClientSecret.create({ data: { clientId, ...secretData(secret, now) } });
    return secret;
  },
};

const SIGNING: Kind = {
  what: "signing",
  rotated: "client.rotate_signing",
  revoked: "client.revoke_signing",
  of: ({ signingSecrets }) => signingSecrets,
  table: (tx) => tx.apiSigningSecret,
  issue: async ({ tx, now }, { id: clientId }) => {
    const secret = newSigningSecret();
    const sealed = seal(secret, { serviceSecret: serviceSecret(), purpose: "signing secrets" });
    await tx.apiSigningSecret.create({
      data: { clientId, sealed: new Uint8Array(sealed), last4: secret.slice(-4), createdAt: now },
    });
    return secret;
  },
};

/**
 * Gives a client a new ClientId. Its newest one stays accepted for the overlap, so that tills can be changed one by one;
 * any older one ends at once. There are never more than two.
 * @throws AdminError second_person (rules.md §24), not_found, conflict, revoked
 */
export const rotateClientSecret = rotating(CLIENT_IDS);

/**
 * Gives a client a secret to sign its requests with, its first or another one, with the same overlap. The secret is kept sealed and can
 * never be read again.
 * @throws AdminError second_person (rules.md §24), not_found, conflict, revoked
 */
export const rotateSigningSecret = rotating(SIGNING);

/**
 * Ends one of a client's ClientIds at once, as when the last till has the new one. The client itself stays, even with no
 * secret left: it can be given a new one. One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export const revokeClientSecret = revoking(CLIENT_IDS);

/**
 * Ends one of a client's signing secrets at once. A client that has to sign and has none left is refused, until it is given
 * another one. One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export const revokeSigningSecret = revoking(SIGNING);

function rotating({ what, rotated, of, table, issue }: Kind) {
  return (
    context: AdminContext,
    actor: AdminActor,
    { clientId, version, overlapDays = ROTATION_OVERLAP_DAYS_DEFAULT }: RotateClientSecretInput,
  ): Promise<IssuedClient> =>
    administerAgreed(context, actor, rotated, async (act) => {
      const present = await lockClient(act, clientId, version);
      requireUnrevoked(present);
      const approval = await agreeToClient(act, present, { what, content: [overlapDays] });
      for (const { id, ...ending } of endings(of(present), overlapDays, act.now))
        await table(act.tx).update({ where: { id }, data: ending });
      const secret = await issue(act, present);
      return { client: await changeClient(act, present, {}, approval), secret };
    });
}

/** The secrets that end at once when a client is given another one, and the one that ends sooner than it would have. */
function endings(
  secrets: readonly { id: number; isLive: boolean; expiresAt: Date | null }[],
  overlapDays: number,
  now: Date,
): ({ id: number; revokedAt: Date } | { id: number; expiresAt: Date })[] {
  const [newest, ...older] = secrets.filter(({ isLive }) => isLive);
  const ended = older.map(({ id }) => ({ id, revokedAt: now }));
  if (newest === undefined) return ended;
  const { id, expiresAt } = newest;
  const days = Math.min(Math.max(overlapDays, 0), ROTATION_OVERLAP_DAYS_MAX);
  if (days === 0) return [{ id, revokedAt: now }, ...ended];
  const end = new Date(now.getTime() + days * 86_400_000);
  // A rotation never prolongs what was about to end.
  const isLonger = expiresAt === null || expiresAt > end;
  return isLonger ? [...ended, { id, expiresAt: end }] : ended;
}

function revoking({ revoked, of, table }: Kind) {
  return (
    context: AdminContext,
    actor: AdminActor,
    { clientId, secretId }: { clientId: number; secretId: number },
  ): Promise<ClientView> =>
    administer(context, actor, revoked, async (act) => {
      const client = await lockClient(act, clientId);
      const secret = of(client).find(({ id }) => id === secretId);
      if (secret === undefined) throw new AdminError("not_found", { subject: "client" });
      if (secret.revokedAt !== null) return client;
      await table(act.tx).update({ where: { id: secretId }, data: { revokedAt: act.now } });
      return changeClient(act, client, {});
    });
}

/** A ClientId's row, which keeps its hash alone. */
export function secretData(secret: string, createdAt: Date) {
  return { secretHash: new Uint8Array(hashClientSecret(secret)), last4: secret.slice(-4), createdAt };
}
