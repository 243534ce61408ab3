"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useMe } from "@/components/kit/use-me";
import { Dialog } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { commands as api } from "@/lib/areas/commands/contract";
import { type HelpPage, isHelpPage } from "@/lib/areas/commands/words";
import type { Language } from "@/lib/platform/language";
import type { Role } from "@/lib/portal/acts/roles";

const FIRST: Record<Role, HelpPage> = {
  cashier: "cashier",
  supervisor: "supervisor",
  marketing: "owner",
  finance: "accountant",
  read_only: "owner",
  merchant_admin: "owner",
  programme_operator: "owner",
};

/** Of the pages as they are at their own addresses. */
const TEXT =
  "mt-4 max-w-[46rem] leading-relaxed [&_.anchor]:hidden [&_.scroll]:overflow-x-auto [&_a]:text-accent-soft-ink [&_a]:underline [&_h1]:hidden [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:font-semibold [&_h2]:text-lg [&_img]:my-3 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-lg [&_img]:border [&_img]:border-line [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:my-2 [&_td]:border-line [&_td]:border-b [&_td]:px-3 [&_td]:py-2 [&_td]:align-top [&_th]:px-3 [&_th]:text-start [&_ul]:list-disc [&_ul]:ps-6";

/** The help: short tasks for each kind of reader, the own one first. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell");
  const { user } = useMe();
  const [page, setPage] = useState<HelpPage>(FIRST[user.role]);
  const query = useQuery(
    ask(
      api.help,
      { query: { page, language: useLocale() as Language } },
      { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Dialog size="large" title={t("help")} onClose={onClose}>
      <QueryState query={query} loading={<Skeleton className="h-96" />}>
        {({ html, pages }) => (
          <>
            <RadioGroup
              label={t("help")}
              isLabelHidden
              isLoose
              options={pages.map(({ page: id, title }) => ({ id, label: title }))}
              value={page}
              onChange={setPage}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links inside are pressed by keyboard as well. */}
            <div
              className={TEXT}
              onClick={(event) => followWithin(event, setPage)}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: pages of this code base, whose renderer passes no HTML on.
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

/** Links between the pages stay within the dialog, so that the page below keeps its work. */
function followWithin(event: MouseEvent, show: (page: HelpPage) => void): void {
  const link = (event.target as Element).closest("a");
  const [, page] = /^\/help\/\w+\/(\w+)(?:#[\w-]+)?$/.exec(link?.getAttribute("href") ?? "") ?? [];
  if (page === undefined || !isHelpPage(page)) return;
  event.preventDefault();
  show(page);
  event.currentTarget.scrollIntoView({ block: "start" });
}
