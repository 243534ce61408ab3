"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useForms } from "@/components/kit/use-forms";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { DateTime, Money } from "@/components/ui/format";
import type { Shift } from "@/lib/areas/shifts/schemas";
import { CloseShiftDialog } from "./shift-dialogs";

/** The shifts of a day at a branch. People who may close an open shift do so here. */
export function ShiftList({ shifts }: { shifts: readonly Shift[] }) {
  const t = useTranslations("shifts");
  const { user } = useMe();
  const { open, form } = useForms({
    rows: shifts,
    forms: { close: (shift: Shift, { close }) => <CloseShiftDialog shift={shift} onClose={close} /> },
  });
  const mayClose = ({ person, closedAt }: Shift) =>
    closedAt === null && (person.id === user.id || user.role !== "cashier");
  return (
    <ul className="grid gap-3">
      {shifts.map((shift) => (
        <li key={shift.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Link href={`/today/shifts/${shift.id}`} className="min-w-0 underline-offset-4 hover:underline">
            <bdi className="block font-medium text-accent">{shift.person.name}</bdi>
            <span className="text-ink-soft text-sm">
              <DateTime value={shift.openedAt} />
              {" – "}
              {shift.closedAt === null ? t("stillOpen") : <DateTime value={shift.closedAt} />}
            </span>
          </Link>
          {mayClose(shift) && (
            <Button
              size="small"
              aria-label={t("closeOf", { name: shift.person.name })}
              onPress={() => open("close", shift)}
            >
              {t("close")}
            </Button>
          )}
        </li>
      ))}
      {form}
    </ul>
  );
}

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
