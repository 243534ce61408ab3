import { ALL_SETTINGS, type ProgrammeSettingValues } from "@/lib/ledger/core/programme-settings";
import { counts, isWithin, namesOf, type Setting } from "@/lib/ledger/core/setting";
import { isTimeZone } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, lockRow, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { type ProgrammeView, programmeView } from "./programme-view";

/** Absent settings stay as they are. */
export type UpdateProgrammeInput = {
  /** The version that was read. */
  version: number;
} & { [Name in keyof ProgrammeSettingValues]?: ProgrammeSettingValues[Name] | undefined };

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
    const after = programmeView(
      await tx.programme.update({
        where: { id: 1 },
        data: { ...checked(before, defined(chosen)), version: version + 1, updatedAt: now },
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

/**
 * The chosen settings, and null for those that do not count beside them.
 * @throws AdminError invalid
 */
function checked(
  before: ProgrammeView,
  chosen: Partial<ProgrammeSettingValues>,
): Partial<ProgrammeSettingValues> {
  const after: ProgrammeView = { ...before, ...chosen };
  const data: Record<string, unknown> = { ...chosen };
  for (const name of namesOf(ALL_SETTINGS)) {
    const setting: Setting = ALL_SETTINGS[name];
    const isNeeded = setting.onlyWith !== undefined && counts(setting, after);
    if (!counts(setting, after)) data[name] = null;
    else if (chosen[name] !== undefined && !isWithin(setting, chosen[name]))
      throw new AdminError("invalid", { field: name });
    else if (isNeeded && after[name] === null) throw new AdminError("invalid", { field: name });
  }
  if (!isTimeZone(after.timeZone)) throw new AdminError("invalid", { field: "timeZone" });
  const { reviewHoursFrom: from, reviewHoursUntil: until } = after;
  // Hours need a beginning and an end, and some hours between them.
  if ((from === null) !== (until === null) || (from !== null && from === until))
    throw new AdminError("invalid", { field: "reviewHoursUntil" });
  return data;
}
