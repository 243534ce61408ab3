import type { Prisma } from "@/lib/platform/database/generated/client";
import { digitSpellings } from "@/lib/platform/digits";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { CLIENT_PARTS, type ClientView, clientView } from "./client-view";
import type { ClientState } from "./desk-schemas";

export interface ClientQuery {
  merchantId?: number | undefined;
  /** A part of the name. */
  text?: string | undefined;
  state?: ClientState | undefined;
  /** Only clients with a higher number. */
  afterId?: number | undefined;
  limit?: number | undefined;
}

/**
 * The API clients of a merchant, revoked ones included, or of all merchants for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listClients(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined, text, state, afterId, limit }: ClientQuery = {},
): Promise<ClientView[]> {
  requirePermission(actor, "client.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const now = clock.now();
  const rows = await database.apiClient.findMany({
    where: {
      ...(merchantId !== undefined && { merchantId }),
      ...(text !== undefined && { AND: { OR: named(text) } }),
      ...(afterId !== undefined && { id: { gt: afterId } }),
      ...(state !== undefined && inState(state, now)),
    },
    include: CLIENT_PARTS,
    orderBy: { id: "asc" },
    ...(limit !== undefined && { take: limit }),
  });
  return rows.map((row) => clientView(row, now));
}

/**
 * The actor's API clients that can be used now and no more after a moment, because they or all of their secrets end: the first to end
 * first. Test clients are left out.
 * @throws AdminError forbidden
 */
export async function listEndingClients(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { before }: { before: Date },
): Promise<{ id: number; name: string; endsAt: Date }[]> {
  requirePermission(actor, "client.read");
  const now = clock.now();
  const rows = await database.apiClient.findMany({
    where: {
      ...(actor.role === "programme_operator" ? {} : { merchantId: actor.merchantId ?? -1 }),
      ...inState("live", now),
      sandboxId: null,
    },
    select: {
      id: true,
      name: true,
      expiresAt: true,
      apiClientSecrets: {
        where: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        select: { expiresAt: true },
      },
    },
  });
  return rows
    .map(({ id, name, expiresAt, apiClientSecrets }) => {
      // A client works for as long as the last of its secrets, and no longer than itself.
      const secrets = Math.max(...apiClientSecrets.map((secret) => secret.expiresAt?.getTime() ?? Infinity));
      return { id, name, ends: Math.min(expiresAt?.getTime() ?? Infinity, secrets) };
    })
    .filter(({ ends }) => ends < before.getTime())
    .sort((one, other) => one.ends - other.ends || one.id - other.id)
    .map(({ id, name, ends }) => ({ id, name, endsAt: new Date(ends) }));
}

function named(text: string): Prisma.ApiClientWhereInput[] {
  return digitSpellings(text).map((contains) => ({ name: { contains, mode: "insensitive" } }));
}

/** The same as {@link stateOfClient}, for the database. */
function inState(state: ClientState, now: Date): Prisma.ApiClientWhereInput {
  if (state === "revoked") return { revokedAt: { not: null } };
  if (state === "expired") return { revokedAt: null, expiresAt: { lte: now } };
  const open = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const secret = { revokedAt: null, ...open };
  return {
    revokedAt: null,
    ...open,
    apiClientSecrets: state === "live" ? { some: secret } : { none: secret },
  };
}
