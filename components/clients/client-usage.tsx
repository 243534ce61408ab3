"use client";

import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Code, DateTime, Figure } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { figureColumn, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Client } from "@/lib/areas/clients/record";

/** A client's requests of the last 24 hours, hour by hour, with their outcome. */
export function ClientUsageCard({ client }: { client: Client }) {
  const t = useTranslations("clients");
  const inLanguage = useInLanguage();
  const { usage, lastUsedAt, codes } = client;
  return (
    <Card title={t("usage")} description={t("usageLead")}>
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <Fact name={t("requestsOfDay")}>
          <Figure value={usage.requests} className="font-semibold text-3xl" />
        </Fact>
        <Fact name={t("errorsOfDay")}>
          <Figure value={usage.errors} className="font-semibold text-3xl" />
        </Fact>
        <Fact name={t("lastUsed")}>{lastUsedAt ? <DateTime value={lastUsedAt} /> : t("neverUsed")}</Fact>
      </dl>
      {usage.lateReplays > 0 && (
        <Notice kind="warning" className="mb-5">
          {t("lateReplays", { count: usage.lateReplays })}
        </Notice>
      )}
      {usage.requests > 0 && (
        <>
          <Bars client={client} />
          <div className="mt-5">
            <Table<Client["codes"][number]>
              label={t("byCode")}
              rows={codes}
              rowKey={({ code }) => code}
              columns={[
                { id: "code", header: t("code"), cell: ({ code }) => <Code>{String(code)}</Code> },
                { id: "text", header: t("meaning"), cell: ({ text }) => inLanguage(text) },
                figureColumn("requests", t("requestsOfDay"), ({ requests }) => requests),
              ]}
            />
          </div>
        </>
      )}
    </Card>
  );
}

/** A bar for each hour; the figures are in its name, and those of the day in the table below. */
function Bars({ client: { hours } }: { client: Client }) {
  const t = useTranslations("clients");
  const format = useFormatter();
  const highest = Math.max(...hours.map(({ requests }) => requests), 1);
  return (
    <ol className="flex h-28 items-end gap-0.5 sm:gap-1" aria-label={t("byHour")}>
      {hours.map(({ hour, requests, errors }) => (
        <li
          key={hour}
          title={t("hourText", {
            hour: format.dateTime(new Date(hour), { hour: "numeric", minute: "2-digit" }),
            requests,
            errors,
          })}
          className="flex h-full min-w-0 flex-1 flex-col justify-end"
        >
          <span className="sr-only">
            {t("hourText", {
              hour: format.dateTime(new Date(hour), { hour: "numeric", minute: "2-digit" }),
              requests,
              errors,
            })}
          </span>
          <HourBar errors={errors / highest} rest={(requests - errors) / highest} />
        </li>
      ))}
    </ol>
  );
}

/** Height of an hour without requests, as a share of the highest bar. */
const BASELINE = 0.02;

/** Shares of the highest bar, one on the other: drawn, because pages allow no styles in their markup. */
function HourBar({ errors, rest }: { errors: number; rest: number }) {
  const restHeight = Math.max(BASELINE, rest);
  const errorHeight = Math.min(errors, 1 - restHeight);
  return (
    <svg aria-hidden className="block h-full w-full rounded-t-sm">
      <rect y={percent(1 - restHeight)} width="100%" height={percent(restHeight)} className="fill-accent" />
      <rect
        y={percent(1 - restHeight - errorHeight)}
        width="100%"
        height={percent(errorHeight)}
        className="fill-danger"
      />
    </svg>
  );
}

const percent = (share: number) => `${share * 100}%`;
