import { requireBranchesOf } from "@/lib/areas/branches/branches";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { changeClient } from "./change-client";
import { checkSettings } from "./client-settings";
import { agreeToClient, isWiderThan } from "./client-value";
import { type ClientView, lockClient, requireUnrevoked } from "./client-view";
import type { UpdateClientInput } from "./record";

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
    const present = await lockClient(act, clientId);
    requireVersion("client", present.version, version);
    requireUnrevoked(present);
    const fields = defined(chosen);
    checkSettings(actor, { ...present, ...fields }, { present, now: act.now });
    const after = { ...present, ...fields };
    const approvedBy = await agreeToClient(act, after, {
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
    return changeClient(act, present, data, approvedBy);
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
