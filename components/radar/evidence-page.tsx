"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { kindOf } from "@/components/entries/kinds";
import { ask } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Day, Money, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { movedPoints } from "@/lib/areas/entries/words";
import { radar as api } from "@/lib/areas/radar/contract";
import type { Evidence } from "@/lib/areas/radar/schemas";
import { isOfPins } from "@/lib/areas/radar/words";
import { pathOf } from "@/lib/portal/contract";
import { OpenCaseButton } from "./case-card";
import { FindingWords } from "./finding-list";

type Entry = Evidence["entries"][number];
type PinFailure = Evidence["pinFailures"][number];

/** A finding with the entries that it rests on, to look through, to print, and as a file. */
export function EvidencePage({ findingId }: { findingId: string }) {
  const t = useTranslations("radar");
  const nameOf = useNameOf();
  const query = useQuery(ask(api.finding, { params: { findingId } }));
  return (
    <QueryState query={query} headingLevel={1} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {({ person, finding, entries, pinFailures }) => (
        <>
          <PageHead
            title={t(`signals.${finding.signal}`)}
            lead={
              <>
                <bdi>{person.name}</bdi> · <bdi>{nameOf(finding.branch)}</bdi> · <Day value={finding.day} />
              </>
            }
            actions={
              <div className="flex flex-wrap gap-3 print:hidden">
                <LinkButton href={`/reports/radar/${person.id}`}>{t("toPerson")}</LinkButton>
                <OpenCaseButton userId={person.id} />
                <Button icon={Printer} onPress={() => window.print()}>
                  {t("print")}
                </Button>
                <FileLink href={`/api/portal/${pathOf(api.report, { findingId })}`}>{t("file")}</FileLink>
              </div>
            }
          />
          <Card className="mb-6">
            <p>
              <FindingWords finding={finding} />
            </p>
            <p className="mt-2 text-ink-soft text-sm">{t("notProof")}</p>
          </Card>
          <Card title={t("entries")}>
            {isOfPins(finding.signal) ? <PinFailures rows={pinFailures} /> : <Entries entries={entries} />}
          </Card>
        </>
      )}
    </QueryState>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations();
  const columns: Column<Entry>[] = [
    {
      id: "entry",
      header: t("radar.columns.entry"),
      cell: ({ id, logTypeId, wallet }) => (
        <Link
          href={`/wallets/${wallet.id}?entry=${id}`}
          className="inline-flex flex-wrap gap-x-1.5 text-accent underline underline-offset-4"
        >
          {t(`entries.kinds.${kindOf(logTypeId)}`)} <Code>{String(id)}</Code>
        </Link>
      ),
    },
    {
      id: "when",
      header: t("radar.columns.when"),
      cell: ({ createdAt }) => (
        <>
          <DateTime value={createdAt} style="date" /> <DateTime value={createdAt} style="seconds" />
        </>
      ),
    },
    {
      id: "wallet",
      header: t("radar.columns.wallet"),
      cell: ({ wallet }) => <Code>{wallet.walletCode}</Code>,
    },
    {
      id: "invoice",
      header: t("radar.columns.invoice"),
      cell: ({ invoiceNumber }) => (invoiceNumber ? <Code>{invoiceNumber}</Code> : "–"),
    },
    {
      id: "points",
      header: t("radar.columns.points"),
      isNumeric: true,
      cell: (entry) => (
        <>
          <Points value={movedPoints(entry)} isBare className="block" />
          <Money value={entry.value} className="block text-ink-soft text-sm" />
        </>
      ),
    },
  ];
  return <Table label={t("radar.entries")} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function PinFailures({ rows }: { rows: readonly PinFailure[] }) {
  const t = useTranslations("radar");
  const columns: Column<PinFailure>[] = [
    {
      id: "when",
      header: t("columns.when"),
      cell: ({ at }) => (
        <>
          <DateTime value={at} style="date" /> <DateTime value={at} style="seconds" />
        </>
      ),
    },
    {
      id: "wallet",
      header: t("columns.wallet"),
      cell: ({ wallet }) =>
        wallet === null ? (
          "–"
        ) : (
          <Link href={`/wallets/${wallet.id}`} className="text-accent underline underline-offset-4">
            <Code>{wallet.walletCode}</Code>
          </Link>
        ),
    },
  ];
  return <Table label={t("entries")} columns={columns} rows={rows} rowKey={({ at }) => at} />;
}
