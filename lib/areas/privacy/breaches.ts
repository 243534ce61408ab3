import { readTouched } from "@/lib/log/touched";
import { words } from "@/lib/platform/language";
import { maskMsisdn } from "@/lib/platform/mask";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Paper } from "./document";
import { BREACH_HOURS } from "./words";

/** Known facts of a breach: the source, and the time. */
export interface BreachInput {
  /** When the breach was discovered: the 72 hours begin. */
  discoveredAt: Date;
  since: Date;
  until: Date;
  /** A person's or an API client's user; null: everybody's. */
  userId: number | null;
  /** In words, without names of customers. */
  note: string;
}

export interface Breach extends BreachInput {
  id: number;
  /** By when the authority is to be told. */
  dueAt: Date;
  /** When the authority was told; null before. */
  reportedAt: Date | null;
  /** Customers who were touched. */
  customers: number;
}

/**
 * The breaches that were noted, the newest first.
 * @throws AdminError forbidden
 */
export async function listBreaches({ database }: AdminContext, actor: AdminActor): Promise<Breach[]> {
  requirePermission(actor, "privacy.read");
  const rows = await database.breach.findMany({ orderBy: { id: "desc" }, take: 50 });
  return rows.map((row) => ({
    ...row,
    dueAt: new Date(row.discoveredAt.getTime() + BREACH_HOURS * 3_600_000),
  }));
}

/**
 * Notes a breach, and counts the customers who were touched.
 * @throws AdminError forbidden, invalid
 */
export function noteBreach(context: AdminContext, actor: AdminActor, input: BreachInput): Promise<void> {
  if (input.until <= input.since) throw new AdminError("invalid", { field: "endDate" });
  return administer(context, actor, "privacy.update", async ({ tx, now, record }) => {
    const touched = await readTouched(tx, input);
    const { id } = await tx.breach.create({
      data: { ...input, customers: touched.length, createdBy: actor.userId, createdAt: now },
    });
    const after = { ...input, customers: touched.length };
    await record({ subject: "privacy", subjectId: `breach-${id}`, merchantId: null, before: null, after });
  });
}

/**
 * Notes that the authority was told, once.
 * @throws AdminError forbidden, not_found
 */
export function reportBreach(context: AdminContext, actor: AdminActor, breachId: number): Promise<void> {
  return administer(context, actor, "privacy.update", async ({ tx, now, record }) => {
    const { count } = await tx.breach.updateMany({
      where: { id: breachId, reportedAt: null },
      data: { reportedAt: now },
    });
    if (count === 0) throw new AdminError("not_found", { subject: "privacy" });
    await record({
      ...{ subject: "privacy", subjectId: `breach-${breachId}`, merchantId: null },
      before: { reportedAt: null },
      after: { reportedAt: now },
    });
  });
}

/**
 * The paper of a breach: what is told to the authority, what is told to customers, and who they are, masked.
 * @throws AdminError forbidden, not_found
 */
export async function readBreachPaper(
  { database, clock }: AdminContext,
  actor: AdminActor,
  breachId: number,
): Promise<Paper> {
  requirePermission(actor, "privacy.read");
  const breach = await database.breach.findUnique({ where: { id: breachId } });
  if (breach === null) throw new AdminError("not_found", { subject: "privacy" });
  const touched = await readTouched(database, breach);
  const day = (date: Date) => date.toISOString().slice(0, 16).replace("T", " ");
  const [since, until, found] = [breach.since, breach.until, breach.discoveredAt].map(day);
  const due = day(new Date(breach.discoveredAt.getTime() + BREACH_HOURS * 3_600_000));
  const count = touched.length;
  const text = { text: words("Text", "النص") };
  return {
    name: `breach ${breachId}`,
    title: words("Breach of personal data", "خرق بيانات شخصية"),
    madeAt: clock.now(),
    sections: [
      {
        id: "authority",
        title: words("To the authority", "إلى مركز حماية البيانات الشخصية"),
        columns: text,
        rows: [
          {
            text: words(
              `Discovered on ${found} UTC; to be told by ${due} UTC (${BREACH_HOURS} hours). Between ${since} and ${until} UTC personal data of ${count} customers was reached: wallet code, mobile number and what was shown of the profile. ${breach.note}`,
              `اكتُشف الخرق في ${found} (UTC)، ويجب الإبلاغ قبل ${due} (خلال ${BREACH_HOURS} ساعة). بين ${since} و${until} تم الوصول إلى بيانات شخصية تخص ${count} عميل: كود العميل ورقم الموبايل وما كان ظاهرًا من الملف الشخصي. ${breach.note}`,
            ),
          },
        ],
      },
      {
        id: "customers",
        title: words("To customers", "إلى العملاء"),
        columns: text,
        rows: [
          {
            text: words(
              `Between ${since} and ${until} UTC a person who should not have seen your data in our points programme reached it. Your points are in their place. Change your PIN at any branch. You can ask for everything we hold about you, or have it erased.`,
              `بين ${since} و${until} اطّلع من لا يحق له على بياناتك في برنامج النقاط. نقاطك في مكانها. غيّر رقمك السري في أي فرع. يمكنك طلب كل ما نحتفظ به عنك أو طلب حذفه.`,
            ),
          },
        ],
      },
      {
        id: "touched",
        title: words("Customers", "العملاء"),
        columns: {
          walletCode: words("Wallet code", "كود العميل"),
          mobile: words("Mobile number", "رقم الموبايل"),
          first: words("First", "أول مرة"),
          last: words("Last", "آخر مرة"),
          times: words("Times", "عدد المرات"),
        },
        rows: touched.map((row) => ({ ...row, mobile: maskMsisdn(row.mobile) })),
      },
    ],
  };
}
