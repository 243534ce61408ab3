"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, Day, Figure } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { ShareBar } from "@/components/ui/share-bar";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { radar as api } from "@/lib/areas/radar/contract";
import type { RadarPerson } from "@/lib/areas/radar/schemas";
import { CaseCard, OpenCaseButton } from "./case-card";
import { FindingList } from "./finding-list";

/** A person as the radar sees them over time, with the cases. */
export function RadarPersonPage({ userId }: { userId: number }) {
  const t = useTranslations("radar");
  const params = { userId };
  const query = useQuery(ask(api.person, { params }));
  return (
    <QueryState query={query} headingLevel={1} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {(data) => (
        <>
          <PageHead
            title={<bdi>{data.person.name}</bdi>}
            lead={t(data.person.role === null ? "clientLead" : "personLead")}
            actions={
              <div className="flex flex-wrap gap-3 print:hidden">
                <LinkButton href="/reports/radar">{t("back")}</LinkButton>
                <Button icon={Printer} onPress={() => window.print()}>
                  {t("print")}
                </Button>
                {data.cases.every(({ closed }) => closed !== null) && <OpenCaseButton userId={userId} />}
              </div>
            }
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {data.cases.map((one) => (
              <CaseCard key={one.id} radarCase={one} assignees={data.assignees} />
            ))}
            <Card title={t("findings")}>
              {data.findings.length === 0 ? (
                <EmptyState title={t("noFindings")}>{t("noneText")}</EmptyState>
              ) : (
                <FindingList findings={data.findings} />
              )}
            </Card>
            <Days days={data.days} />
            {data.numbers && <OwnNumbers userId={userId} numbers={data.numbers} />}
          </div>
        </>
      )}
    </QueryState>
  );
}

type DayRow = RadarPerson["days"][number];

function Days({ days }: { days: RadarPerson["days"] }) {
  const t = useTranslations("radar");
  const most = Math.max(1, ...days.map(({ rewards }) => rewards));
  const columns: Column<DayRow>[] = [
    { id: "day", header: t("columns.day"), cell: ({ day }) => <Day value={day} /> },
    {
      id: "rewards",
      header: t("columns.rewards"),
      isNumeric: true,
      cell: ({ rewards }) => (
        <span className="grid min-w-20 justify-items-end gap-1">
          <Figure value={rewards} />
          <ShareBar share={rewards / most} className="h-1.5" />
        </span>
      ),
    },
    pointsColumn("points", t("columns.points"), ({ rewardPoints }) => rewardPoints),
    figureColumn("redemptions", t("columns.redemptions"), ({ redemptions }) => redemptions),
    figureColumn("refunds", t("columns.refunds"), ({ refunds }) => refunds),
    figureColumn("cancellations", t("columns.cancellations"), ({ cancellations }) => cancellations),
    {
      id: "signals",
      header: t("columns.signals"),
      cell: ({ signals }) => signals.map((signal) => t(`signals.${signal}`)).join(t("comma")) || "–",
    },
  ];
  return (
    <Card title={t("days")} description={t("daysText")}>
      {days.length === 0 ? (
        <EmptyState title={t("noDays")} />
      ) : (
        <Table label={t("days")} columns={columns} rows={days} rowKey={({ day }) => day} />
      )}
    </Card>
  );
}

/** The person's own mobile numbers, which the radar compares with those of wallets. Shown by their last digits. */
function OwnNumbers({ userId, numbers }: { userId: number; numbers: NonNullable<RadarPerson["numbers"]> }) {
  const t = useTranslations("radar");
  const { fieldTextOf } = useErrorText();
  const press = useSinglePress();
  const [typed, setTyped] = useState("");
  const params = { userId };
  const change = useSend(api.numbers);
  const fieldText = fieldTextOf(change.error, "msisdn");
  return (
    <Card title={t("numbers")} description={t("numbersText")} className="print:hidden">
      <Refusal error={fieldText === undefined ? change.error : null} />
      <ul className="mb-4 grid gap-2 empty:hidden">
        {numbers.map(({ id, masked }) => (
          <li key={id} className="flex items-center gap-3">
            <Code>{masked}</Code>
            <Button
              size="small"
              icon={Trash2}
              isDisabled={change.isPending}
              onPress={() => press(() => change.mutate({ params, body: { remove: id } }))}
            >
              {t("removeNumber")}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t("number")}
          className="flex-1 basis-52"
          isCode
          inputMode="tel"
          value={typed}
          onChange={setTyped}
          errorMessage={fieldText}
        />
        <Button
          isPending={change.isPending}
          isDisabled={typed.trim() === ""}
          onPress={() => change.mutate({ params, body: { add: typed } }, { onSuccess: () => setTyped("") })}
        >
          {t("addNumber")}
        </Button>
      </div>
    </Card>
  );
}
