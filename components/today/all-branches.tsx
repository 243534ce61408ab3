"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ask } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import type { KindTotal } from "@/lib/areas/shifts/schemas";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchesDay } from "@/lib/areas/today/schemas";
import { Comparison } from "./comparison";
import { Difference } from "./difference";
import { KindCards, KindCardsSkeleton } from "./kind-cards";
import { DAILY_KINDS, ofKind, sumOf } from "./kinds";
import { useBranchName } from "./no-branch";

interface Row {
  id: number;
  name: ReactNode;
  kinds: readonly KindTotal[];
  kindsBefore: readonly KindTotal[];
}

/** The table of all branches is a summary; it may be half a minute old. */
const SUMMARY_SECONDS = 30;

/** Every branch's sums of the day, and what they come to together. */
export function AllBranches({
  day,
  onOpenBranch,
}: {
  day: string | undefined;
  onOpenBranch: (branchId: number) => void;
}) {
  const t = useTranslations("today");
  const { textOf } = useErrorText();
  const { data, error, refetch } = useQuery(
    ask(api.totals, { query: { day } }, { follows: day === undefined && SUMMARY_SECONDS }),
  );
  if (data === undefined && error !== null)
    return <ErrorState title={textOf(error)} onRetry={() => void refetch()} />;
  const kinds = data?.branches.flatMap((branch) => branch.kinds) ?? [];
  const kindsBefore = data?.branches.flatMap((branch) => branch.kindsBefore) ?? [];
  return (
    <div className="flex flex-col gap-6">
      <section>
        <div className="mb-3 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold text-lg">{t("allBranches")}</h2>
          {data !== undefined && <Comparison before={data.before} />}
        </div>
        {data === undefined ? (
          <KindCardsSkeleton />
        ) : (
          <KindCards kinds={merged(kinds)} kindsBefore={merged(kindsBefore)} />
        )}
      </section>
      <Card title={t("branchesTable")}>
        {data === undefined ? (
          <Loading>
            <Skeleton className="h-80" />
          </Loading>
        ) : (
          <BranchesTable branches={data.branches} onOpenBranch={onOpenBranch} />
        )}
      </Card>
    </div>
  );
}

function BranchesTable({
  branches,
  onOpenBranch,
}: Pick<BranchesDay, "branches"> & { onOpenBranch: (branchId: number) => void }) {
  const t = useTranslations("today");
  const nameOf = useBranchName();
  const columns: Column<Row>[] = [
    { id: "branch", header: t("branchColumn"), cell: ({ name }) => name },
    figureColumn("entries", t("entriesColumn"), ({ kinds }) => sumOf(kinds).entries),
    ...DAILY_KINDS.map((kind) =>
      pointsColumn(kind, t(`kinds.${kind}`), ({ kinds }: Row) => sumOf(ofKind(kinds, kind)).points),
    ),
    {
      id: "difference",
      header: t("difference"),
      cell: ({ kinds, kindsBefore }) => (
        <Difference now={sumOf(kinds).entries} before={sumOf(kindsBefore).entries} />
      ),
    },
  ];
  return (
    <Table
      label={t("branchesTable")}
      columns={columns}
      rows={branches.map(({ branch, ...sums }) => ({
        id: branch.id,
        name: <bdi className="font-medium">{nameOf(branch)}</bdi>,
        ...sums,
      }))}
      rowKey={({ id }) => id}
      actionsLabel={t("actions")}
      rowActions={({ id, name }) => (
        <Button size="small" onPress={() => onOpenBranch(id)}>
          {t("openBranch")}
          <span className="sr-only">{name}</span>
          <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </Button>
      )}
    />
  );
}

/** The sums of all branches, one for each kind. */
function merged(kinds: readonly KindTotal[]): KindTotal[] {
  const byKind = new Map<string, KindTotal[]>();
  for (const total of kinds) {
    const key = `${total.logTypeId} ${total.cancelledLogTypeId}`;
    byKind.set(key, [...(byKind.get(key) ?? []), total]);
  }
  return [...byKind.values()].flatMap((totals) =>
    totals.slice(0, 1).map((first) => ({ ...first, ...sumOf(totals) })),
  );
}
