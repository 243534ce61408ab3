import { requireBranchesOf } from "@/lib/areas/branches/branch-view";
import { LIMIT_NAMES } from "@/lib/ledger/with/limits/words";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { changeClient } from "./change-client";
import { type ClientSettings, checkSettings } from "./client-settings";
import { type ClientView, lockClient, requireUnrevoked } from "./client-view";

/** What is absent stays as it is. A client keeps its merchant. */
export type UpdateClientInput = {
  clientId: number;
  /** The version that was read. */
  version: number;
} & { [Name in keyof ClientSettings]?: ClientSettings[Name] | undefined };

/**
 * Changes what an API client may do. Effective on every process at once, and within 5 seconds whatever happens.
 * @throws AdminError forbidden, not_found, conflict, revoked, invalid
 */
export function updateClient(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, ...chosen }: UpdateClientInput,
): Promise<ClientView> {
  return administer(context, actor, "client.update", async (act) => {
    const present = await lockClient(act, clientId);
    requireVersion("client", present.version, version);
    requireUnrevoked(present);
    const fields = defined(chosen);
    checkSettings(actor, { ...present, ...fields }, { present, now: act.now });
    const { branchIds, rate, scopes, ipRanges, allowedOrigins, keyRequiredFor, ...rest } = fields;
    // What it did while its days were not counted is in the log: the next day that is counted begins there.
    if (LIMIT_NAMES.some((name) => fields[name] !== undefined && fields[name] !== present[name]))
      await act.tx.personDay.deleteMany({ where: { userId: present.userId } });
    if (branchIds !== undefined) await replaceBranches(act, present, branchIds);
    if (rest.name !== undefined) {
      await act.tx.user.update({
        where: { id: present.userId },
        data: { name: rest.name, updatedAt: act.now },
      });
    }
    return changeClient(act, present, {
      ...rest,
      ...(scopes !== undefined && { scopes: [...scopes] }),
      ...(ipRanges !== undefined && { ipRanges: [...ipRanges] }),
      ...(allowedOrigins !== undefined && { allowedOrigins: [...allowedOrigins] }),
      ...(keyRequiredFor !== undefined && { keyRequiredFor: [...keyRequiredFor] }),
      ...(branchIds !== undefined && { allBranches: branchIds === null }),
      ...(rate !== undefined && { ratePerSecond: rate?.perSecond ?? null, rateBurst: rate?.burst ?? null }),
    });
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
