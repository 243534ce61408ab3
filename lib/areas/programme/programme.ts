import { ALL_SETTINGS, type ProgrammeSettingValues, SETTINGS } from "@/lib/ledger/rules/programme-settings";
import {
  counts,
  isWithin,
  loosened,
  namesOf,
  type Setting,
  valuesOfRecord,
} from "@/lib/ledger/rules/setting";
import { hasEntries } from "@/lib/log/first-steps";
import { UNNAMED } from "@/lib/platform/brand";
import type { Programme } from "@/lib/platform/database/generated/client";
import { isTimeZone } from "@/lib/platform/time";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow, requireVersion } from "@/lib/portal/acts/administer";
import { type ConsentText, readConsentText } from "@/lib/portal/acts/consent";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";

/**
 * The programme's rules as they stand.
 * @throws AdminError forbidden
 */
export async function readProgramme({ database }: AdminContext, actor: AdminActor): Promise<ProgrammeView> {
  requirePermission(actor, "programme.read");
  return programmeView(await database.programme.findUniqueOrThrow({ where: { id: 1 } }));
}

/** Absent settings stay as they are. */
type UpdateProgrammeInput = {
  /** The version that was read. */
  version: number;
  /** SHA-256 of a stored picture; null takes the logo away. */
  logoHash?: string | null | undefined;
} & { [Name in keyof ProgrammeSettingValues]?: ProgrammeSettingValues[Name] | undefined };

/**
 * Changes the programme's rules. They count for what happens from now on; what is in the log stays as it is. A change that lets people give
 * more needs a second person (rules.md §24).
 * @throws AdminError second_person, forbidden, conflict, invalid
 */
export function updateProgramme(
  context: AdminContext,
  actor: AdminActor,
  { version, ...chosen }: UpdateProgrammeInput,
): Promise<ProgrammeView> {
  return administerAgreed(context, actor, "programme.update", async (act) => {
    const { tx, now, record, announce } = act;
    await lockRow(tx, "programme", 1);
    const before = programmeView(await tx.programme.findUniqueOrThrow({ where: { id: 1 } }));
    requireVersion("programme", before.version, version);
    const data = checked(before, defined(chosen));
    await refuseOtherCurrency(act, before, data);
    const approvedBy = await agreeToSettings(act, before, { ...before, ...data });
    await requirePicture(tx, data.logoHash);
    const words = await renameInConsent(act, before, { ...before, ...data });
    const after = programmeView(
      await tx.programme.update({
        where: { id: 1 },
        data: { ...data, version: version + 1, updatedAt: now },
      }),
    );
    await record({
      subject: "programme",
      subjectId: 1,
      merchantId: null,
      before: { ...before, ...words?.before },
      after: { ...after, ...words?.after, ...(approvedBy !== null && { approvedBy }) },
    });
    await announce("programme", 1);
    return after;
  });
}

/** @throws AdminError invalid for a picture that was never stored, or is gone */
async function requirePicture({ image }: Act["tx"], hash: string | null | undefined): Promise<void> {
  if (hash == null) return;
  // Used from now on: the job that removes unused pictures sees the programme's own column only after this commits.
  const { count } = await image.updateMany({ where: { hash }, data: { unusedSince: null } });
  if (count === 0) throw new AdminError("invalid", { field: "logoHash" });
}

/** The words of a new programme name it so in running text. */
const FIRST_WORDS = { en: "the points programme", ar: UNNAMED.nameAr } as const;

/**
 * Customers agree to take part in the programme by its name: words that have the name before get a version with the new one. Earlier consents
 * keep theirs. @returns the changed words for the audit log; null where nothing changed
 */
async function renameInConsent({ tx, actor, now }: Act, before: ProgrammeView, after: ProgrammeView) {
  if (before.nameEn === after.nameEn && before.nameAr === after.nameAr) return null;
  const words = await readConsentText({ database: tx });
  const renamed = (text: string, names: readonly string[], name: string) => {
    const known = names.find((one) => text.includes(one));
    return known === undefined ? text : text.replaceAll(known, name);
  };
  const en = renamed(words.en, [before.nameEn, FIRST_WORDS.en], after.nameEn);
  const ar = renamed(words.ar, [before.nameAr, FIRST_WORDS.ar], after.nameAr);
  if (en === words.en && ar === words.ar) return null;
  const version = words.version + 1;
  await tx.consentText.create({
    data: { version, textEn: en, textAr: ar, createdAt: now, createdBy: actor.userId },
  });
  return {
    before: { consentVersion: words.version, consentEn: words.en, consentAr: words.ar },
    after: { consentVersion: version, consentEn: en, consentAr: ar },
  };
}

/** Amounts that are in the log stay amounts of their currency (rules.md §1). */
async function refuseOtherCurrency(
  { tx }: Act,
  before: ProgrammeView,
  { currency }: Partial<ProgrammeView>,
): Promise<void> {
  if (currency === undefined || currency === before.currency) return;
  if (await hasEntries(tx)) throw new AdminError("invalid", { field: "currency" });
}

/** Has a second person agree to settings that let more pass than before. @returns who approved; null when nobody had to */
function agreeToSettings(act: Act, before: ProgrammeView, after: ProgrammeView): Promise<number | null> {
  const names = loosened(SETTINGS, before, after);
  return agree(act, {
    kind: "rules",
    settingUp: names.some((name) => "outlastsSetUp" in SETTINGS[name]) ? undefined : "act",
    points: names.length > 0 ? Number.POSITIVE_INFINITY : 0,
    merchantId: null,
    content: ["programme", names.map((name) => [name, after[name]])],
    summary: { act: "programme" },
    changes: names.map((name) => [name, before[name], after[name]]),
  });
}

/**
 * The chosen settings, and null for those that do not count beside them.
 * @throws AdminError invalid
 */
function checked(
  before: ProgrammeView,
  chosen: Partial<ProgrammeSettingValues & Pick<ProgrammeView, "logoHash">>,
): Partial<ProgrammeSettingValues & Pick<ProgrammeView, "logoHash">> {
  const after: ProgrammeView = { ...before, ...chosen };
  const data: Record<string, unknown> = { ...chosen };
  for (const name of namesOf(ALL_SETTINGS)) {
    const setting: Setting = ALL_SETTINGS[name];
    const isNeeded = setting.onlyWith !== undefined && counts(setting, after);
    if (!counts(setting, after)) data[name] = null;
    else if (chosen[name] !== undefined && !isWithin(setting, chosen[name]))
      throw new AdminError("invalid", { field: name });
    else if (isNeeded && after[name] === null)
      throw new AdminError("invalid", { field: name, isMissing: true });
  }
  if (!isTimeZone(after.timeZone)) throw new AdminError("invalid", { field: "timeZone" });
  const { reviewHoursFrom: from, reviewHoursUntil: until } = after;
  // Hours need a beginning and an end, and some hours between them.
  if ((from === null) !== (until === null) || (from !== null && from === until))
    throw new AdminError("invalid", { field: "reviewHoursUntil" });
  return data;
}

interface PublishConsentTextInput {
  /** The version that was read. */
  version: number;
  textEn: string;
  textAr: string;
}

/**
 * Puts other words in force, for those who agree from now on. Earlier consents keep the version of their words. The same words again make
 * no version.
 * @throws AdminError forbidden, conflict
 */
export function publishConsentText(
  context: AdminContext,
  actor: AdminActor,
  { version, textEn, textAr }: PublishConsentTextInput,
): Promise<ConsentText> {
  return administer(context, actor, "programme.publish_consent", async ({ tx, now, record }) => {
    // One at a time; the texts themselves are append-only.
    await lockRow(tx, "programme", 1);
    const before = await readConsentText({ database: tx });
    requireVersion("programme", before.version, version);
    if (before.en === textEn && before.ar === textAr) return before;
    await tx.consentText.create({
      data: { version: version + 1, textEn, textAr, createdAt: now, createdBy: actor.userId },
    });
    await record({
      subject: "programme",
      subjectId: 1,
      merchantId: null,
      before: { consentVersion: version, consentEn: before.en, consentAr: before.ar },
      after: { consentVersion: version + 1, consentEn: textEn, consentAr: textAr },
    });
    return readConsentText({ database: tx });
  });
}

/** The programme's settings as its operators see them. */
export interface ProgrammeView extends ProgrammeSettingValues {
  logoHash: string | null;
  version: number;
  updatedAt: Date;
}

function programmeView(row: Programme): ProgrammeView {
  const { version, updatedAt, logoHash } = row;
  return { ...valuesOfRecord(ALL_SETTINGS, row), logoHash, version, updatedAt };
}
