import { isTimeZone } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, lockRow, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { type ProgrammeView, programmeView } from "./programme-view";

/** What is absent stays as it is. */
export type UpdateProgrammeInput = {
  /** The version that was read. */
  version: number;
} & { [Name in Exclude<keyof ProgrammeView, "version" | "updatedAt">]?: ProgrammeView[Name] | undefined };

/**
 * Changes the programme's rules. They count for what happens from now on; what is in the log stays as it is.
 * @throws AdminError forbidden, conflict, invalid
 */
export function updateProgramme(
  context: AdminContext,
  actor: AdminActor,
  { version, ...chosen }: UpdateProgrammeInput,
): Promise<ProgrammeView> {
  return administer(context, actor, "programme.update", async ({ tx, now, record, announce }) => {
    await lockRow(tx, "programme", 1);
    const before = programmeView(await tx.programme.findUniqueOrThrow({ where: { id: 1 } }));
    requireVersion("programme", before.version, version);
    const fields = defined(chosen);
    requireSensible({ ...before, ...fields });
    const after = programmeView(
      await tx.programme.update({
        where: { id: 1 },
        data: {
          ...fields,
          pinAboveValue: pinAboveValue({ ...before, ...fields }),
          version: version + 1,
          updatedAt: now,
        },
      }),
    );
    await record({
      subject: "programme",
      subjectId: 1,
      merchantId: null,
      before: { ...before },
      after: { ...after },
    });
    await announce("programme", 1);
    return after;
  });
}

/** A limit belongs to the policy "above", and to no other. */
function pinAboveValue({ pinPolicy, pinAboveValue: value }: ProgrammeView): number | null {
  if (pinPolicy !== "above") return null;
  if (value === null || value < 0) throw new AdminError("invalid", { field: "pinAboveValue" });
  return value;
}

/** What the database has no rule for. */
function requireSensible({
  timeZone,
  currency,
  weekendDays,
  adjustmentApprovalAbove,
  reviewHoursFrom: from,
  reviewHoursUntil: until,
}: ProgrammeView): void {
  if (!isTimeZone(timeZone)) throw new AdminError("invalid", { field: "timeZone" });
  if (!/^[A-Z]{3}$/.test(currency)) throw new AdminError("invalid", { field: "currency" });
  const isWeekend = weekendDays.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  // With no business day left, the end of the next one would never come.
  if (!isWeekend || new Set(weekendDays).size > 6) throw new AdminError("invalid", { field: "weekendDays" });
  if (adjustmentApprovalAbove < 0) throw new AdminError("invalid", { field: "limits" });
  // Hours need a beginning and an end, and some hours between them.
  if ((from === null) !== (until === null) || (from !== null && from === until))
    throw new AdminError("invalid", { field: "reviewHoursUntil" });
}
