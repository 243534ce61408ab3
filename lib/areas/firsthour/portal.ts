import { readFirstSteps } from "@/lib/log/first-steps";
import { UNNAMED } from "@/lib/platform/brand";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { serveContract } from "@/lib/portal/serve";
import { firstHour } from "./contract";
import type { FirstHour } from "./schemas";
import { AFTER_STEPS, FIRST_STEPS } from "./words";

export const firstHourPortal = serveContract(firstHour, {
  firstHour: ({ actor, context }) => readFirstHour(context, actor),
  putAwayFirstHour: async ({ actor, admin, context, body }) => {
    await putAwayFirstHour(context, admin, body);
    return readFirstHour(context, actor);
  },
});

/**
 * How far the programme has come, by what is in it: nothing is kept of the way itself but that a person put it away. For the
 * programme's operators.
 * @throws AdminError forbidden
 */
async function readFirstHour({ database }: AdminContext, actor: AdminActor): Promise<FirstHour> {
  requirePermission(actor, "programme.first_hour");
  const [programme, rates, merchant, person, client, { wallet, hasReward }] = await Promise.all([
    database.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: { firstHourDismissedAt: true, nameEn: true, nameAr: true },
    }),
    database.segmentVersion.findFirst({
      where: { segment: { isDefault: true }, createdBy: { not: null } },
      select: { id: true },
    }),
    database.merchant.findFirst({
      where: { isActive: true },
      orderBy: { id: "asc" },
      select: { id: true, nameEn: true, nameAr: true },
    }),
    database.user.findFirst({
      where: { kind: "portal", isActive: true, merchantId: { not: null } },
      select: { id: true },
    }),
    database.apiClient.findFirst({
      where: { revokedAt: null, sandboxId: null },
      orderBy: { id: "asc" },
      select: { id: true, name: true, merchantId: true },
    }),
    readFirstSteps(database),
  ]);
  // The branch that the client may act for, once there is one.
  const merchantId = client?.merchantId ?? merchant?.id;
  const branch =
    merchantId === undefined
      ? null
      : await database.branch.findFirst({
          where: { merchantId, isActive: true },
          orderBy: { id: "asc" },
          select: { id: true, nameEn: true, nameAr: true, msisdn: true },
        });
  const isNamed = programme.nameEn !== UNNAMED.nameEn || programme.nameAr !== UNNAMED.nameAr;
  const found = {
    ...{ programme: isNamed || null, merchant, branch, rates: rates ?? (hasReward || null) },
    ...{ client, people: person, customer: wallet, reward: hasReward || null },
  };
  return {
    done: FIRST_STEPS.filter((step) => found[step] !== null),
    after: await readAfter(database),
    isDismissed: programme.firstHourDismissedAt !== null,
    merchant,
    branch,
    client,
    wallet: hasReward ? null : wallet,
  };
}

/** The work after the first points that nobody has done yet. */
async function readAfter(database: AdminContext["database"]): Promise<FirstHour["after"]> {
  const [customers, deal, operators] = await Promise.all([
    database.walletImport.findFirst({ where: { created: { gt: 0 } }, select: { id: true } }),
    database.deal.findFirst({ where: { wasPublished: true }, select: { id: true } }),
    database.user.count({ where: { kind: "portal", isActive: true, role: "programme_operator" } }),
  ]);
  const done = { import: customers !== null, deals: deal !== null, rules: false, staff: operators > 1 };
  return AFTER_STEPS.filter((step) => !done[step]);
}

/**
 * Puts the first hour away for all operators, or takes it up again. Where it stands already, nothing happens.
 * @throws AdminError forbidden
 */
export async function putAwayFirstHour(
  context: AdminContext,
  actor: AdminActor,
  { isDismissed }: { isDismissed: boolean },
): Promise<void> {
  await administer(context, actor, "programme.first_hour", async ({ tx, now, record }) => {
    await lockRow(tx, "programme", 1);
    const where = { id: 1 };
    const { firstHourDismissedAt: before } = await tx.programme.findUniqueOrThrow({
      where,
      select: { firstHourDismissedAt: true },
    });
    if ((before !== null) === isDismissed) return;
    await tx.programme.update({ where, data: { firstHourDismissedAt: isDismissed ? now : null } });
    await record({
      subject: "programme",
      subjectId: 1,
      merchantId: null,
      before: { isFirstHourDismissed: !isDismissed },
      after: { isFirstHourDismissed: isDismissed },
    });
  });
}
