import { randomUUID } from "node:crypto";
import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { createSandbox, hashScenarioPins } from "@/lib/areas/sandbox/create-sandbox";
import { NO_LIMITS } from "@/lib/ledger/with/limits/words";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { type ClientSettings, checkSettings } from "./client-settings";
import { agreeToClient } from "./client-value";
import { type ClientView, clientSnapshot, readClientRow, requireOwnClient } from "./client-view";
import { issueSecret } from "./issue-secret";
import type { CreateClientInput } from "./record";
import { CLIENT_DEFAULTS } from "./words";

export interface IssuedClient {
  client: ClientView;
  /** The ClientId, to be shown once: it can never be read again. */
  secret: string;
}

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
    const approvedBy = await agreeToClient(act, wanted, { what: "create", content: [content] });
    const clientId = await insertClient(act, { merchantId, sandboxId }, settings);
    const secret = await issueSecret(act, { id: clientId, sandboxId });
    const client = requireOwnClient(await readClientRow(act.tx, clientId), actor, act.now);
    const after = { ...clientSnapshot(client), ...(approvedBy !== null && { approvedBy }) };
    await act.record({ subject: "client", subjectId: clientId, merchantId, before: null, after });
    // The secret was unknown until now, and that may be remembered.
    await act.announce("client", clientId);
    return { client, secret };
  });
}

function withDefaults({ name, scopes, ...chosen }: Omit<CreateClientInput, "merchantId">) {
  return { name, scopes, ...defined(chosen) };
}

async function insertClient(
  { tx, now }: Act,
  { merchantId, sandboxId }: { merchantId: number; sandboxId: number | null },
  settings: ClientSettings,
): Promise<number> {
  const { branchIds, rate, ...rest } = settings;
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
  const { id } = await tx.apiClient.create({
    data: {
      merchantId,
      userId: user.id,
      sandboxId,
      allBranches: branchIds === null,
      ratePerSecond: rate?.perSecond ?? null,
      rateBurst: rate?.burst ?? null,
      ...rest,
      createdAt: now,
      updatedAt: now,
      apiClientBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
  });
  return id;
}
