import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DateTime, Money } from "@/components/ui/format";
import type { Shift } from "@/lib/areas/shifts/schemas";

/** Facts of a shift besides its entries, name by name. */
export function useShiftFacts(): (shift: Shift) => { name: string; value: ReactNode }[] {
  const t = useTranslations("shifts");
  return (shift) =>
    [
      { name: t("cashier"), value: shift.person.name },
      { name: t("openedAt"), value: <DateTime value={shift.openedAt} /> },
      {
        name: t("closedAt"),
        value: shift.closedAt === null ? t("stillOpen") : <DateTime value={shift.closedAt} />,
      },
      shift.ending !== null && { name: t("ending"), value: endingText(shift) },
      shift.takenFrom !== null && { name: t("takenFrom"), value: shift.takenFrom.name },
      shift.openingCount !== null && { name: t("openingCount"), value: <Money value={shift.openingCount} /> },
      shift.closingCount !== null && { name: t("closingCount"), value: <Money value={shift.closingCount} /> },
      shift.openingNote !== "" && { name: t("openingNote"), value: shift.openingNote },
      shift.closingNote !== "" && { name: t("closingNote"), value: shift.closingNote },
    ].filter((fact) => fact !== false);

  function endingText({ ending, closedBy, handedTo, person }: Shift): string {
    if (ending === "handed_over") return t("endings.handed_over", { name: handedTo?.name ?? "" });
    if (ending === "day_end") return t("endings.day_end");
    return t("endings.closed", { name: (ending === "by_other" ? closedBy : person)?.name ?? "" });
  }
}
