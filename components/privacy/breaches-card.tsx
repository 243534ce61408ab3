"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { PaperLinks } from "@/components/kit/paper-links";
import { QueryState } from "@/components/kit/query-state";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime, Figure } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/states";
import { privacy as api } from "@/lib/areas/privacy/contract";
import type { BreachList } from "@/lib/areas/privacy/schemas";

const BreachForm = lazyPart(async () => (await import("./breach-form")).BreachForm);

/** Breaches: the customers who were touched, the hours that are left to tell the authority, and the texts. */
export function BreachesCard() {
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
