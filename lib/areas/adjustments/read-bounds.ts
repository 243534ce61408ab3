import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { mayHave } from "@/lib/portal/acts/permissions";
import { type AloneSetting, readAloneDays } from "@/lib/portal/acts/points-alone";
import { hasOthers } from "@/lib/portal/acts/second-persons";
import { readSettingUp } from "@/lib/portal/acts/setting-up";
import type { Bounds } from "./schemas";

const DECIDES = "wallet.approve_adjustment";

/** How far the actor acts alone (rules.md §24): the bounds of a day with the rest of them, the settings, and whether others could agree at all. */
export async function readBounds(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  { userId, merchantId }: AdminActor,
): Promise<Bounds> {
  const now = clock.now();
  const [programme, settingUp, ofProgramme, inMerchants] = await Promise.all([
    database.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: {
        adminsNeedSecondPerson: true,
        clientsNeedSecondPerson: true,
      },
    }),
    readSettingUp(database, now),
    hasOthers(database, DECIDES, { merchantId, askedBy: userId, now }),
    merchantId === null
      ? database.user.count({
          where: {
            ...{ kind: "portal", isActive: true, accounts: { some: {} }, OR: mayHave(DECIDES) },
            merchant: { isActive: true },
          },
        })
      : 0,
  ]);
  const day = async (setting: AloneSetting) => {
    const { above, before } = (await readAloneDays(database, [userId], now, setting))(userId);
    return { above, left: Math.max(0, above - before) };
  };
  const { adminsNeedSecondPerson, clientsNeedSecondPerson } = programme;
  return {
    days: {
      adjustmentApprovalAbove: await day("adjustmentApprovalAbove"),
      offersApprovalAbove: await day("offersApprovalAbove"),
    },
    settings: { adminsNeedSecondPerson, clientsNeedSecondPerson },
    others: { programme: ofProgramme, merchants: ofProgramme || inMerchants > 0 },
    isSettingUp: settingUp?.by === userId && settingUp.end === null,
  };
}
