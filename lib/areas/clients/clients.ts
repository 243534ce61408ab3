import { randomUUID } from "node:crypto";
import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { createSandbox, hashScenarioPins } from "@/lib/areas/sandbox/reset-sandbox";
import { NO_LIMITS } from "@/lib/ledger/with/limits/words";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { newClientSecret } from "./api-client";
import {
  agreeToClient,
  type ClientSettings,
  type ClientView,
  changeClient,
  checkSettings,
  insertClient,
  isWiderThan,
  lockClient,
  requireUnrevoked,
} from "./client";
import type { CreateClientInput, UpdateClientInput } from "./record";
import { type IssuedClient, secretData } from "./secrets";
import { CLIENT_DEFAULTS } from "./words";

/**
 * Issues an API client with its first secret. By default it acts for all branches, from everywhere, at 100 requests/s with
 * bursts of 200, without end, and needs no reference. The wallets of a test client hold no points until its sandbox is reset.
 * A live one whose scopes move points takes a second person (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found, inactive (the merchant), invalid
 */
export async function createClient(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, isTest = false, ...chosen }: CreateClientInput,
): Promise<IssuedClient> {
  requirePermission(actor, "client.create");
  const pinHashes = isTest ? await hashScenarioPins() : new Map<string, string>();
  return administerAgreed(context, actor, "client.create", async (act) => {
    const settings: ClientSettings = { ...CLIENT_DEFAULTS, ...NO_LIMITS, ...withDefaults(chosen) };
    await lockActiveMerchant(act, merchantId);
    checkSettings(actor, settings, { present: null, now: act.now });
    const sandbox = isTest
      ? await createSandbox(act.tx, { pinHashes, openedBy: actor.userId, now: act.now })
      : null;
    const sandboxId = sandbox?.id ?? null;
    const { name, ...content } = settings;
    const wanted = { merchantId, sandboxId, name, scopes: settings.scopes };
    const approval = await agreeToClient(act, wanted, { what: "create", content: [content] });
    const secret = newClientSecret({ isTest });
    const data = {
      ...(await clientData(act, { merchantId, sandboxId }, settings)),
      apiClientSecrets: { create: secretData(secret, act.now) },
    };
    return { client: await insertClient(act, data, approval), secret };
  });
}

function withDefaults({ name, scopes, ...chosen }: Omit<CreateClientInput, "merchantId">) {
  return { name, scopes, ...defined(chosen) };
}

/** The row of a new client, with its branches; its technical user is made here. */
async function clientData(
  { tx, now }: Act,
  { merchantId, sandboxId }: { merchantId: number; sandboxId: number | null },
  { branchIds, rate, ...rest }: ClientSettings,
) {
  const branches = branchIds === null ? [] : await requireBranchesOf(tx, merchantId, branchIds);
  const user = await tx.user.create({
    data: {
      kind: "technical",
      name: rest.name,
      email: `client-${randomUUID()}@technical.invalid`,
      merchantId,
      createdAt: now,
      updatedAt: now,
    },
  });
  return {
    merchantId,
    userId: user.id,
    sandboxId,
    allBranches: branchIds === null,
    ratePerSecond: rate?.perSecond ?? null,
    rateBurst: rate?.burst ?? null,
    ...rest,
    apiClientBranches: { create: branches.map((branchId) => ({ branchId })) },
  };
}

/**
 * Changes what an API client may do. Absent fields stay as they are. Effective on every process at once, and within 5 seconds whatever happens. A change that lets a live
 * client that moves points do more needs a second person (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found, conflict, revoked, invalid
 */
export function updateClient(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, ...chosen }: UpdateClientInput,
): Promise<ClientView> {
  return administerAgreed(context, actor, "client.update", async (act) => {
    const present = await lockClient(act, clientId, version);
    requireUnrevoked(present);
    const fields = defined(chosen);
    checkSettings(actor, { ...present, ...fields }, { present, now: act.now });
    const after = { ...present, ...fields };
    const approval = await agreeToClient(act, after, {
      what: "change",
      content: [fields],
      isWider: isWiderThan(present, after),
    });
    const { branchIds, rate, ...rest } = fields;
    if (branchIds !== undefined) await replaceBranches(act, present, branchIds);
    if (rest.name !== undefined) {
      await act.tx.user.update({
        where: { id: present.userId },
        data: { name: rest.name, updatedAt: act.now },
      });
    }
    const data = {
      ...rest,
      ...(branchIds !== undefined && { allBranches: branchIds === null }),
      ...(rate !== undefined && { ratePerSecond: rate?.perSecond ?? null, rateBurst: rate?.burst ?? null }),
    };
    return changeClient(act, present, data, approval);
  });
}

async function replaceBranches(
  { tx }: Act,
  { id: clientId, merchantId }: ClientView,
  branchIds: readonly number[] | null,
): Promise<void> {
  const wanted = branchIds === null ? [] : await requireBranchesOf(tx, merchantId, branchIds);
  await tx.apiClientBranch.deleteMany({ where: { clientId } });
  await tx.apiClientBranch.createMany({ data: wanted.map((branchId) => ({ clientId, branchId })) });
}

/**
 * Revokes an API client with all its secrets, for ever. Every process refuses it at once, and after 5 seconds at the latest. No version is
 * asked for: stopping a stolen secret must not wait for an edit. A revoked client stays as it is.
 * @throws AdminError not_found
 */
export function revokeClient(
  context: AdminContext,
  actor: AdminActor,
  { clientId }: { clientId: number },
): Promise<ClientView> {
  return administer(context, actor, "client.revoke", async (act) => {
    const client = await lockClient(act, clientId);
    if (client.revokedAt !== null) return client;
    const { tx, now } = act;
    await tx.apiClientSecret.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: now } });
    return changeClient(act, client, { revokedAt: now });
  });
}
