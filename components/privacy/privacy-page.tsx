"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { PaperLinks } from "@/components/kit/paper-links";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/form";
import { DateTime, Figure } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Skeleton } from "@/components/ui/states";
import { figureColumn, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { privacy as api } from "@/lib/areas/privacy/contract";
import type { BreachList, Retention } from "@/lib/areas/privacy/schemas";
import { RETENTION_KIND_NAMES, RETENTION_KINDS, type RetentionKind } from "@/lib/areas/privacy/words";
import { BreachForm } from "./breach-form";
import { RequestsCard } from "./requests-card";

/** Customers' data as the law has it: the register, how long each kind is kept, and breaches. */
export function PrivacyPage() {
  const t = useTranslations("privacy");
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <div className="grid gap-6">
        <RequestsCard />
        <Card title={t("register.title")} description={t("register.lead")}>
          <PaperLinks path="manage/privacy/register" />
        </Card>
        <RetentionCard />
        <BreachesCard />
      </div>
    </>
  );
}

/** How long each kind of personal data is kept, and what the job removed. */
function RetentionCard() {
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
    <Form onSubmit={submit} noValidate className="grid gap-4">
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
    </Form>
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

/** Breaches: the customers who were touched, the hours that are left to tell the authority, and the texts. */
function BreachesCard() {
  const t = useTranslations("privacy.breaches");
  const query = useQuery(ask(api.breaches));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("title")} description={t("lead")}>
      <div className="grid gap-4">
        <div>
          <Button icon={Plus} onPress={() => setOpen(true)}>
            {t("note")}
          </Button>
        </div>
        <QueryState query={query} loading={<Skeleton className="h-24" />}>
          {({ breaches }) =>
            breaches.length === 0 ? (
              <p className="text-ink-soft">{t("none")}</p>
            ) : (
              <ul className="grid gap-4">
                {breaches.map((breach) => (
                  <BreachItem key={breach.id} breach={breach} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
      {isOpen && <BreachForm onClose={() => setOpen(false)} />}
    </Card>
  );
}

const HOUR_MS = 3_600_000;

function BreachItem({ breach }: { breach: BreachList["breaches"][number] }) {
  const t = useTranslations("privacy.breaches");
  const report = useSend(api.reportBreach);
  const [now] = useState(() => Date.now());
  const hours = Math.floor((Date.parse(breach.dueAt) - now) / HOUR_MS);
  const { reportedAt } = breach;
  return (
    <li className="grid gap-3 rounded-xl bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status tone={reportedAt ? "success" : hours < 0 ? "danger" : "warning"}>
          {reportedAt ? t("reported") : hours < 0 ? t("late") : t("left", { hours })}
        </Status>
        <span>
          {t.rich("period", {
            since: () => <DateTime value={breach.since} />,
            until: () => <DateTime value={breach.until} />,
          })}
        </span>
        <span>{t.rich("customers", { count: () => <Figure value={breach.customers} /> })}</span>
      </div>
      <p dir="auto">{breach.note}</p>
      <PaperLinks path={`manage/privacy/breaches/${breach.id}/paper`} />
      {reportedAt === null && (
        <div>
          <Button
            icon={Send}
            isPending={report.isPending}
            onPress={() => report.mutate({ params: { breachId: breach.id } })}
          >
            {t("report")}
          </Button>
        </div>
      )}
    </li>
  );
}
