"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { OFFLINE_TEXTS, PortalError } from "@/components/kit/error";
import { QueryState } from "@/components/kit/query-state";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { useLanguage } from "@/components/ui/use-language";
import { HELP_NAMES, HELP_PAGES, type HelpPage, isHelpPage } from "@/lib/docs/help-pages";
import type { Language } from "@/lib/platform/language";
import type { Role } from "@/lib/portal/acts/roles";

/** The page of help that is read first. */
const PAGE_OF: Readonly<Record<Role, HelpPage>> = {
  cashier: "cashier",
  supervisor: "supervisor",
  read_only: "accountant",
  finance: "accountant",
  marketing: "owner",
  merchant_admin: "owner",
  programme_operator: "owner",
};

/** The text of a page of the help, taken out of the page that has an address of its own. */
async function readHelp(language: Language, page: HelpPage): Promise<string> {
  const response = await fetch(`/help/${language}/${page}`).catch(() => null);
  if (!response?.ok) throw new PortalError({ code: "offline", texts: OFFLINE_TEXTS });
  const document = new DOMParser().parseFromString(await response.text(), "text/html");
  const article = document.querySelector("article.text");
  // Links of headings to themselves.
  for (const anchor of article?.querySelectorAll(".anchor") ?? []) anchor.remove();
  return article?.innerHTML ?? "";
}

const TEXT =
  "mt-4 leading-relaxed [&_a]:text-accent-soft-ink [&_a]:underline [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_h1]:font-semibold [&_h1]:text-xl [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:font-semibold [&_h2]:text-lg [&_img]:my-3 [&_img]:rounded-xl [&_img]:border [&_img]:border-line [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:my-2 [&_ul]:list-disc [&_ul]:ps-6";

interface HelpDialogProps {
  onClose: () => void;
  /** Shows the list of keys in place of the help. */
  onKeys: () => void;
}

/** The help over the page, which stays as it is: the reader's own part first, and each other one press away. */
export function HelpDialog({ onClose, onKeys }: HelpDialogProps) {
  const t = useTranslations("shell.helpDialog");
  const language = useLanguage();
  const [page, setPage] = useState<HelpPage>(PAGE_OF[useMe().user.role]);
  const query = useQuery({
    queryKey: ["commands", "help", language, page],
    queryFn: () => readHelp(language, page),
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Links to other parts of the help stay in the dialog. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const name = /^\/help\/\w+\/(\w+)/.exec(link?.getAttribute("href") ?? "")?.[1];
    if (name === undefined || !isHelpPage(name)) return;
    event.preventDefault();
    setPage(name);
  };
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button variant="quiet" onPress={onKeys}>
            <Keyboard aria-hidden className="me-2 size-4.5 shrink-0" />
            {t("keys")}
          </Button>
          <a
            href={`/help/${language}/${page}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-control items-center gap-2 rounded-control px-4 font-medium text-accent-soft-ink underline underline-offset-4"
          >
            <BookOpen aria-hidden className="size-4.5 shrink-0" />
            {t("ownPage")}
          </a>
        </>
      }
    >
      <RadioGroup
        label={t("for")}
        options={HELP_NAMES.map((id) => ({ id, label: HELP_PAGES[id][language] }))}
        value={page}
        onChange={setPage}
      />
      <QueryState query={query} loading={<Skeleton className="h-96 w-full rounded-xl" />}>
        {(html) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the links within are the browser's own, which Enter clicks.
          // biome-ignore lint/a11y/noStaticElementInteractions: as above.
          <div
            className={TEXT}
            onClick={follow}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a page of this service, made of its own files.
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </QueryState>
    </Dialog>
  );
}
