"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Skeleton } from "@/components/ui/states";
import { figureColumn, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { privacy as api } from "@/lib/areas/privacy/contract";
import type { Retention } from "@/lib/areas/privacy/schemas";
import { RETENTION_KIND_NAMES, RETENTION_KINDS, type RetentionKind } from "@/lib/areas/privacy/words";

/** How long each kind of personal data is kept, and what the job removed. */
export function RetentionCard() {
  const t = useTranslations("privacy.retention");
  const query = useQuery(ask(api.retention));
  return (
    <Card title={t("title")} description={t("lead")}>
      <QueryState query={query} loading={<Skeleton className="h-40" />}>
        {(retention) => (
          <div className="grid gap-6">
            <RetentionForm key={JSON.stringify(retention.kinds)} kinds={retention.kinds} />
            <Runs runs={retention.runs} />
          </div>
        )}
      </QueryState>
    </Card>
  );
}

type Days = Record<RetentionKind, number | null | undefined>;

function RetentionForm({ kinds }: Pick<Retention, "kinds">) {
  const t = useTranslations("privacy.retention");
  const inLanguage = useInLanguage();
  const save = useSend(api.setRetention);
  const [days, setDays] = useState(
    () => Object.fromEntries(kinds.map(({ kind, days }) => [kind, days])) as Days,
  );
  const isWrong = (kind: RetentionKind) => {
    const { least, most } = RETENTION_KINDS[kind];
    const value = days[kind];
    return typeof value !== "number" || value < least || value > most;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (RETENTION_KIND_NAMES.some(isWrong)) return;
    save.mutate(
      { body: { days: days as Record<RetentionKind, number> } },
      { onSuccess: () => toast({ kind: "success", title: t("saved") }) },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {RETENTION_KIND_NAMES.map((kind) => {
          const { name, least, most } = RETENTION_KINDS[kind];
          return (
            <NumberField
              key={kind}
              label={inLanguage(name)}
              description={kind === "closedCustomers" ? t("never") : t("range", { least, most })}
              unit={t("days")}
              value={days[kind]}
              onChange={(value) => setDays({ ...days, [kind]: value })}
              errorMessage={isWrong(kind) ? t("range", { least, most }) : undefined}
            />
          );
        })}
      </div>
      <Refusal error={save.error} />
      <div>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

function Runs({ runs }: Pick<Retention, "runs">) {
  const t = useTranslations("privacy.retention");
  const inLanguage = useInLanguage();
  if (runs.length === 0) return <p className="text-ink-soft">{t("noRuns")}</p>;
  return (
    <Table
      label={t("runs")}
      rows={runs}
      rowKey={({ at }) => at}
      columns={[
        { id: "at", header: t("at"), cell: ({ at }) => <DateTime value={at} /> },
        ...RETENTION_KIND_NAMES.map((kind) =>
          figureColumn(
            kind,
            inLanguage(RETENTION_KINDS[kind].name),
            ({ removed }: Retention["runs"][number]) => removed[kind] ?? 0,
          ),
        ),
      ]}
    />
  );
}
