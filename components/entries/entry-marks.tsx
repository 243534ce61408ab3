import {
  Ban,
  CalendarX2,
  CopyCheck,
  Hourglass,
  PackageOpen,
  ShieldCheck,
  UserPlus,
  UsersRound,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/badge";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { LOG_TYPE } from "@/lib/ledger/rules/types";

/** Reversals of an entry, by icon, word and colour. */
export function EntryMarks({ entry }: { entry: PortalEntry }) {
  const t = useTranslations("entries.marks");
  const marks = [
    entry.cancelledByEntryId !== null && (
      <Status key="cancelled" tone="danger" icon={Ban}>
        {t("cancelled")}
      </Status>
    ),
    isRefunded(entry) && (
      <Status key="refunded" tone={entry.remainingPoints > 0 ? "warning" : "neutral"} icon={UndoIcon}>
        {entry.remainingPoints > 0 ? t("refundedPart") : t("refundedAll")}
      </Status>
    ),
    isReturned(entry) && (
      <Status key="returned" tone={entry.remainingPoints > 0 ? "warning" : "neutral"} icon={PackageOpen}>
        {entry.remainingPoints > 0 ? t("returnedPart") : t("returnedAll")}
      </Status>
    ),
    entry.aside?.kind === "pending" && entry.aside.points > 0 && (
      <Status key="pending" tone="warning" icon={Hourglass}>
        {t("pending")}
      </Status>
    ),
    entry.aside?.kind === "hold" && (
      <Status key="hold" tone={entry.aside.state === "open" ? "warning" : "neutral"} icon={Hourglass}>
        {t(`hold.${entry.aside.state}`)}
      </Status>
    ),
    entry.approvedBy !== null && (
      <Status key="approved" tone="neutral" icon={ShieldCheck}>
        {t("approved")}
      </Status>
    ),
    entry.repeatsEntryId !== null && (
      <Status key="repeated" tone="warning" icon={CopyCheck}>
        {t("repeated")}
      </Status>
    ),
    // A bonus is the only adjustment that names another transaction.
    (entry.referralPoints > 0 ||
      (entry.logTypeId === LOG_TYPE.adjustmentUp && entry.relatedEntryId !== null)) && (
      <Status key="referral" tone="neutral" icon={UserPlus}>
        {entry.referralPoints > 0 ? t("welcomeBonus") : t("referralBonus")}
      </Status>
    ),
    entry.isByMember === true && (
      <Status key="family" tone="neutral" icon={UsersRound}>
        {t("family")}
      </Status>
    ),
    entry.isExpired && (
      <Status key="expired" tone="neutral" icon={CalendarX2}>
        {t("expired")}
      </Status>
    ),
  ].filter((mark) => mark !== false);
  if (marks.length === 0) return null;
  return <span className="flex flex-wrap gap-1.5">{marks}</span>;
}

/** Whether something of a redemption was given back. */
export function isRefunded(entry: PortalEntry): boolean {
  const { logTypeId, cancelledByEntryId, remainingPoints } = entry;
  return (
    logTypeId === LOG_TYPE.redemption && cancelledByEntryId === null && remainingPoints < -movedPoints(entry)
  );
}

/** Whether goods of a reward came back; those of little value may have taken no points along. */
export function isReturned(entry: PortalEntry): boolean {
  const { logTypeId, cancelledByEntryId, remainingPoints, givenBackValue } = entry;
  const isLess = remainingPoints < movedPoints(entry) || givenBackValue > 0;
  return logTypeId === LOG_TYPE.reward && cancelledByEntryId === null && isLess;
}
