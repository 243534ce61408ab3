import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, lockRow, requireVersion } from "@/lib/portal/acts/administer";
import { type ConsentText, readConsentText } from "@/lib/portal/acts/consent";
import type { AdminContext } from "@/lib/portal/acts/context";

export interface PublishConsentTextInput {
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
