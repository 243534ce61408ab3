import { randomUUID } from "node:crypto";
import type { AdminActor } from "@/lib/areas/actor";
import { type Act, administer } from "@/lib/areas/administer";
import { requireBranchesOf } from "@/lib/areas/branches/branch-view";
import type { AdminContext } from "@/lib/areas/context";
import { defined } from "@/lib/areas/defined";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchant-view";
import type { Scope } from "./api-client";
import { CLIENT_DEFAULTS, type ClientSettings, checkSettings } from "./client-settings";
import { CLIENT_PARTS, type ClientView, clientSnapshot, clientView } from "./client-view";
import { issueSecret } from "./issue-secret";

export type CreateClientInput = { merchantId: number; name: string; scopes: readonly Scope[] } & {
  [Name in Exclude<keyof ClientSettings, "name" | "scopes">]?: ClientSettings[Name] | undefined;
};

export interface IssuedClient {
  client: ClientView;
  /** The ClientId, to be shown once: it can never be read again. */
  secret: string;
}

/**
 * Issues an API client with its first secret. By default it acts for all branches, from everywhere, at 100 requests/s with
 * bursts of 200, without end, and may not redeem without a reference.
 * @throws AdminError forbidden, not_found, inactive (the merchant), invalid
 */
export function createClient(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, ...chosen }: CreateClientInput,
): Promise<IssuedClient> {
  return administer(context, actor, "client.create", async (act) => {
    const settings: ClientSettings = { ...CLIENT_DEFAULTS, ...withDefaults(chosen) };
    await lockActiveMerchant(act, merchantId);
    checkSettings(actor, settings, { present: null, now: act.now });
    const clientId = await insertClient(act, merchantId, settings);
    const secret = await issueSecret(act, clientId);
    const row = await act.tx.apiClient.findUniqueOrThrow({ where: { id: clientId }, include: CLIENT_PARTS });
    const client = clientView(row, act.now);
    const after = clientSnapshot(client);
    await act.record({ subject: "client", subjectId: clientId, merchantId, before: null, after });
    // The secret was unknown until now, and that may be remembered.
    await act.announce("client", clientId);
    return { client, secret };
  });
}

function withDefaults({ name, scopes, ...chosen }: Omit<CreateClientInput, "merchantId">) {
  return { name, scopes, ...defined(chosen) };
}

async function insertClient({ tx, now }: Act, merchantId: number, settings: ClientSettings): Promise<number> {
  const { name, scopes, branchIds, ipRanges, allowedOrigins, rate, keyRequiredFor, ...rest } = settings;
  const branches = branchIds === null ? [] : await requireBranchesOf(tx, merchantId, branchIds);
  const user = await tx.user.create({
    data: {
      kind: "technical",
      name,
      email: `client-${randomUUID()}@technical.invalid`,
      merchantId,
      createdAt: now,
      updatedAt: now,
    },
  });
  const { id } = await tx.apiClient.create({
    data: {
      merchantId,
      userId: user.id,
      name,
      scopes: [...scopes],
      allBranches: branchIds === null,
      ipRanges: [...ipRanges],
      allowedOrigins: [...allowedOrigins],
      ratePerSecond: rate?.perSecond ?? null,
      rateBurst: rate?.burst ?? null,
      keyRequiredFor: [...keyRequiredFor],
      ...rest,
      createdAt: now,
      updatedAt: now,
      apiClientBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
  });
  return id;
}
