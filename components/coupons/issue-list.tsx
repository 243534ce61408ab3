"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask, useSend } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { ProgressBar } from "@/components/kit/progress-bar";
import { useInLanguage } from "@/components/kit/use-language";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { figureColumn, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskIssue } from "@/lib/areas/coupons/schemas";

const WORKING_SECONDS = 2;

/** Whenever another file is done, the offers' counts are read anew. */
function useCountsOfDone(done: number | undefined): void {
  const client = useQueryClient();
  const before = useRef(done);
  useEffect(() => {
    if (before.current !== undefined && done !== before.current)
      void client.invalidateQueries({ queryKey: ask(api.list).queryKey, exact: true });
    before.current = done;
  }, [client, done]);
}

const TONES = {
  ...{ receiving: "neutral", running: "neutral" },
  ...{ stopped: "warning", taking: "neutral", taken: "neutral" },
  ...{ done: "success", partly: "warning", nothing: "danger" },
} as const satisfies Record<DeskIssue["state"] | "partly" | "nothing", Tone>;

const isWorking = (state: DeskIssue["state"]) => state === "running" || state === "taking";

/** A file that is done is a success only where coupons came of every line. */
export function outcomeOf({ state, issued, refused }: Pick<DeskIssue, "state" | "issued" | "refused">) {
  if (state !== "done" || refused === 0) return state;
  return issued === 0 ? "nothing" : "partly";
}

/** The last files and what became of them. Nothing while there was none. */
export function IssueList() {
  const t = useTranslations("coupons");
  const tOffers = useTranslations("offers");
  const inLanguage = useInLanguage();
  const { data } = useQuery(
    ask(
      api.issues,
      {},
      { follows: ({ data }) => data?.issues.some(({ state }) => isWorking(state)) && WORKING_SECONDS },
    ),
  );
  const { data: known } = useQuery({ ...ask(api.list), refetchOnWindowFocus: true });
  const [taking, setTaking] = useState<{ id: number; name: string } | null>(null);
  useCountsOfDone(data?.issues.filter(({ state }) => !isWorking(state)).length);
  const { shown, more } = useMoreRows(data?.issues ?? []);
  if (data === undefined || data.issues.length === 0) return null;
  const titleOf = (templateId: number) => {
    const template = known?.templates.find(({ id }) => id === templateId);
    return template === undefined ? "" : inLanguage({ en: template.titleEn, ar: template.titleAr });
  };
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold text-lg">{t("issues")}</h2>
      <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
        <Table<DeskIssue>
          label={t("issues")}
          rows={shown}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "file",
              header: t("file"),
              cell: (issue) => <FileOf title={titleOf(issue.templateId)} issue={issue} />,
            },
            { id: "at", header: t("at"), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            figureColumn("lines", t("lines"), ({ lines, unnamed }) => lines + unnamed),
            figureColumn("issued", t("issuedCount"), ({ issued }) => issued),
            figureColumn("refused", t("refusedCount"), ({ refused }) => refused),
            {
              id: "state",
              header: t("state"),
              cell: (issue) => {
                const outcome = outcomeOf(issue);
                const told = t(`issueStates.${outcome}`, { count: issue.takenBack });
                return (
                  <span className="grid gap-1.5">
                    <Status tone={TONES[outcome]}>{told}</Status>
                    {isWorking(issue.state) && <Worked issue={issue} />}
                  </span>
                );
              },
            },
          ]}
          rowActions={(issue) => (
            <IssueActions
              issue={issue}
              onTakeBack={() => setTaking({ id: issue.id, name: titleOf(issue.templateId) })}
            />
          )}
          actionsLabel={tOffers("actions")}
        />
      </div>
      {more}
      {taking && <TakeBackDialog {...taking} onClose={() => setTaking(null)} />}
    </section>
  );
}

/** The report of a file, and its ends: stopping it, and taking its unused coupons back. */
function IssueActions({ issue, onTakeBack }: { issue: DeskIssue; onTakeBack: () => void }) {
  const t = useTranslations("coupons");
  const stop = useSend(api.stopIssue);
  const { id, state, issued } = issue;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <FileLink size="small" icon={null} href={`/api/portal/manage/coupons/issues/${id}/report`}>
        {t("report")}
      </FileLink>
      {state === "running" && (
        <Button
          size="small"
          isPending={stop.isPending}
          onPress={() => stop.mutate({ params: { issueId: id } })}
        >
          {t("stopIssue")}
        </Button>
      )}
      {["done", "running", "stopped"].includes(state) && issued > 0 && (
        <Button size="small" onPress={onTakeBack}>
          {t("takeBack")}
        </Button>
      )}
    </span>
  );
}

/** Lines that are done, of all, or coupons that are taken back, of those issued. */
function Worked({ issue: { state, lines, unnamed, issued, refused, takenBack } }: { issue: DeskIssue }) {
  const t = useTranslations("desk.download");
  const format = useFormatter();
  const [done, count] = state === "taking" ? [takenBack, issued] : [issued + refused, lines + unnamed];
  return (
    <ProgressBar
      label={t("progress", { lines: format.number(done), count })}
      share={done / Math.max(1, count)}
    />
  );
}

/** The offer, and the file or the filter of its customers. */
function FileOf({ title, issue: { fileName, found } }: { title: string; issue: DeskIssue }) {
  const t = useTranslations("coupons");
  const inLanguage = useInLanguage();
  return (
    <span className="block text-start">
      <bdi className="block font-medium">{title}</bdi>
      <bdi className="block text-ink-soft text-sm">
        {found ? inLanguage(found) : fileName || t("unnamed")}
      </bdi>
    </span>
  );
}

/** Asks before the coupons of a file that nobody has used are taken back. */
function TakeBackDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const t = useTranslations("coupons");
  return (
    <ActConfirm
      title={t("takeBackOf", { name })}
      confirmLabel={t("takeBack")}
      isDangerous
      act={api.takeBack}
      asked={{ params: { issueId: id } }}
      said={() => t("takingBack")}
      onClose={onClose}
    >
      <p>{t("takeBackText")}</p>
    </ActConfirm>
  );
}
