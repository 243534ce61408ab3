"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useActWords } from "@/components/audit/act-words";
import { KindIcon } from "@/components/entries/kind-icon";
import { kindOf } from "@/components/entries/kinds";
import { useInLanguage } from "@/components/kit/use-language";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { movedPoints } from "@/lib/areas/entries/words";
import type { Home } from "@/lib/areas/home/schemas";

/** Last administrative acts, each a link to the other acts on its subject. */
export function LastActs({ acts }: { acts: NonNullable<Home["acts"]> }) {
  const t = useTranslations();
  const words = useActWords();
  const inLanguage = useInLanguage();
  return (
    <Last
      title={t("home.actsTitle")}
      to="/manage/audit"
      toText={t("home.toAudit")}
      empty={t("home.actsEmpty")}
    >
      {acts.map(({ id, at, subject, user, ...act }) => (
        <Line
          key={id}
          href={`/manage/audit?${new URLSearchParams({ type: subject.type, subject: subject.id })}`}
          at={at}
          by={user?.name || t("audit.system")}
        >
          <span className="font-medium">{words.said({ ...act, subject })}</span>
          <Badge>{words.subject(subject.type)}</Badge>
          {subject.name && <bdi className="wrap-break-word min-w-0">{inLanguage(subject.name)}</bdi>}
        </Line>
      ))}
    </Last>
  );
}

/** Last entries at the reader's branch. */
export function LastEntries({ entries }: Pick<Home, "entries">) {
  const t = useTranslations();
  return (
    <Last
      title={t("home.entriesTitle")}
      to="/today"
      toText={t("home.toToday")}
      empty={t("home.entriesEmpty")}
    >
      {entries.map(({ id, createdAt, logTypeId, points, suspendedPoints, wallet, by }) => (
        <Line key={id} href={`/today?entry=${id}`} at={createdAt} by={by.name}>
          <KindIcon logTypeId={logTypeId} className="size-4.5 text-ink-soft" />
          <span className="font-medium">{t(`entries.kinds.${kindOf(logTypeId)}`)}</span>
          <Points value={movedPoints({ logTypeId, points, suspendedPoints })} isSigned />
          <Code className="text-ink-soft">{wallet.walletCode}</Code>
        </Line>
      ))}
    </Last>
  );
}

interface LastProps {
  title: string;
  to: string;
  toText: string;
  empty: string;
  children: ReactNode[];
}

function Last({ title, to, toText, empty, children }: LastProps) {
  return (
    <Card
      title={title}
      actions={
        <LinkButton href={to} size="small">
          {toText}
        </LinkButton>
      }
    >
      {children.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ul className="-mx-2 divide-y divide-line">{children}</ul>
      )}
    </Card>
  );
}

interface LineProps {
  href: string;
  at: string;
  by: string;
  children: ReactNode;
}

function Line({ href, at, by, children }: LineProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 rounded-lg px-2 py-2 hover:bg-hover"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{children}</span>
        <span className="text-ink-soft text-sm">
          <bdi>{by}</bdi> · <DateTime value={at} />
        </span>
      </Link>
    </li>
  );
}
