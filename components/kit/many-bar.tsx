"use client";

import { Download, ListChecks, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";
import type { AskedAct, AskedRow, ManyAct } from "./many-acts";
import { ManyDialog } from "./many-dialog";
import type { Area } from "./query";
import type { Selection } from "./use-selection";

/** Records of one request, as the server counts them (lib/portal/wire/many.ts). */
const MANY_MAX = 100;

export interface ManyBarProps<Row extends { id: number | string; version?: number }> {
  selection: Selection<Row>;
  acts: readonly ManyAct<Row>[];
  nameOf: (row: Row) => string;
  /** After `/api/portal/`: answers the chosen rows as a file. */
  exportPath?: string;
  /** Areas that are read again after an act. */
  outdates: readonly Area[];
}

/** Acts on the chosen rows; shown while any are chosen, at the lower edge of the window. The dialog stays for the outcome. */
export function ManyBar<Row extends { id: number | string; version?: number }>({
  selection: { chosen, clear, table },
  acts,
  nameOf,
  exportPath,
  outdates,
}: ManyBarProps<Row>) {
  const t = useTranslations("desk.many");
  // Rows that were chosen for the act: the list is read again while the outcome is shown.
  const [asked, setAsked] = useState<{ act: AskedAct; rows: readonly AskedRow[] } | null>(null);
  const ask = (act: ManyAct<Row>) => {
    if ("open" in act) return act.open(chosen);
    const rows = chosen.map((row) => ({
      id: Number(row.id),
      version: row.version,
      name: nameOf(row),
      obstacle: act.obstacle(row),
    }));
    setAsked({ act, rows });
  };
  const isTooMany = chosen.length > MANY_MAX;
  return (
    <>
      {chosen.length > 0 && (
        <section
          data-list-bar
          aria-label={t("bar")}
          className="sticky bottom-[calc(var(--foot)+0.5rem)] z-20 mt-3 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-raised p-2 ps-4 shadow-floating"
        >
          <p role="status" className="me-auto font-medium">
            {t("chosen", { count: chosen.length })}
            {isTooMany && <span className="block text-sm text-warning">{t("limit", { max: MANY_MAX })}</span>}
          </p>
          {acts.map((act) => (
            <Button key={act.id} size="small" icon={act.icon} isDisabled={isTooMany} onPress={() => ask(act)}>
              {act.label}
            </Button>
          ))}
          {exportPath !== undefined && !isTooMany && (
            <a
              href={`/api/portal/${exportPath}?ids=${chosen.map(({ id }) => id).join()}`}
              download
              className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.small)}
            >
              <Download aria-hidden className="size-[1.15em] shrink-0" />
              {t("export")}
            </a>
          )}
          {table.chosen !== "all" && (
            <Button size="small" variant="quiet" icon={ListChecks} onPress={table.onToggleAll}>
              {table.allLabel}
            </Button>
          )}
          <Button size="small" variant="quiet" icon={X} onPress={clear}>
            {t("clear")}
          </Button>
        </section>
      )}
      {asked && <ManyDialog {...asked} outdates={outdates} onDone={clear} onClose={() => setAsked(null)} />}
    </>
  );
}
