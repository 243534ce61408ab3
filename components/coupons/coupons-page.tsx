"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ChartNoAxesColumn,
  CircleCheck,
  CircleSlash,
  FileUp,
  Pencil,
  Plus,
  Search,
  UserPlus,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import { IssueList } from "./issue-list";

const IssueManyDialog = lazyPart(async () => (await import("./issue-many-dialog")).IssueManyDialog);
const IssueByHandDialog = lazyPart(async () => (await import("./issue-dialogs")).IssueByHandDialog);
const FindDialog = lazyPart(async () => (await import("./look-dialogs")).FindDialog);
const ResultsDialog = lazyPart(async () => (await import("./look-dialogs")).ResultsDialog);
const TemplateForm = lazyPart(async () => (await import("./template-form")).TemplateForm);

type Opened = { name: "edit" | "switch" | "hand" | "file" | "results"; template: DeskTemplate };

export function CouponsPage() {
  const t = useTranslations("coupons");
  const query = useQuery({ ...ask(api.list), refetchOnWindowFocus: true });
  const [isNew, setNew] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Button icon={Search} onPress={() => setFinding(true)}>
              {t("find")}
            </Button>
            <Button variant="primary" icon={Plus} onPress={() => setNew(true)}>
              {t("create")}
            </Button>
          </>
        }
      />
      <QueryState query={query} loading={<Skeleton className="h-64 w-full" />}>
        {({ templates }) =>
          templates.length === 0 ? (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          ) : (
            <TemplateTable templates={templates} onOpen={setOpened} />
          )
        }
      </QueryState>
      <IssueList />
      {isFinding && <FindDialog onClose={() => setFinding(false)} />}
      {isNew && <TemplateForm template={null} onClose={() => setNew(false)} />}
      {opened?.name === "edit" && <TemplateForm template={opened.template} onClose={close} />}
      {opened?.name === "switch" && <SwitchDialog template={opened.template} onClose={close} />}
      {opened?.name === "hand" && <IssueByHandDialog template={opened.template} onClose={close} />}
      {opened?.name === "file" && <IssueManyDialog template={opened.template} onClose={close} />}
      {opened?.name === "results" && <ResultsDialog template={opened.template} onClose={close} />}
    </>
  );
}

function TemplateTable({
  templates,
  onOpen,
}: {
  templates: readonly DeskTemplate[];
  onOpen: (opened: Opened) => void;
}) {
  const t = useTranslations("coupons");
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  const titleOf = ({ titleEn, titleAr }: DeskTemplate) => inLanguage({ en: titleEn, ar: titleAr });
  return (
    <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
      <Table
        label={t("title")}
        rows={templates}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "title",
            header: t("name"),
            cell: (template) => (
              <span className="block text-start">
                <bdi className="block font-medium">{titleOf(template)}</bdi>
                <span className="block text-accent text-sm">{discountText(template)}</span>
                <HowToGet template={template} />
                <span className="block text-ink-faint text-sm">
                  {template.merchantName === null ? (
                    t("everyMerchant")
                  ) : (
                    <bdi>{inLanguage(template.merchantName)}</bdi>
                  )}
                  {" · "}
                  {t("offer", { number: String(template.offerNumber) })}
                </span>
              </span>
            ),
          },
          {
            id: "stock",
            header: t("stockLeft"),
            isNumeric: true,
            cell: ({ stockLeft }) => (stockLeft === null ? t("noStock") : <Figure value={stockLeft} />),
          },
          ...(["issued", "used", "lapsed", "void"] as const).map((standing) => ({
            id: standing,
            header: t(`standings.${standing}`),
            isNumeric: true,
            cell: ({ counts }: DeskTemplate) => <Figure value={counts[standing]} />,
          })),
          {
            id: "state",
            header: t("state"),
            cell: ({ state }) => (
              <Status
                tone={state === "live" ? "success" : "neutral"}
                {...(state === "live" ? {} : { icon: CircleSlash })}
              >
                {t(`states.${state}`)}
              </Status>
            ),
          },
        ]}
        rowActions={(template) => (
          <span className="inline-flex">
            <IconButton
              icon={ChartNoAxesColumn}
              label={t("resultsOf", { name: titleOf(template) })}
              onPress={() => onOpen({ name: "results", template })}
            />
            {template.isOwn && template.state === "live" && (
              <>
                <IconButton
                  icon={UserPlus}
                  label={t("issueByHandOf", { name: titleOf(template) })}
                  onPress={() => onOpen({ name: "hand", template })}
                />
                <IconButton
                  icon={FileUp}
                  label={t("issueByFileOf", { name: titleOf(template) })}
                  onPress={() => onOpen({ name: "file", template })}
                />
              </>
            )}
            {template.isOwn && (
              <>
                <IconButton
                  icon={Pencil}
                  label={t("edit", { name: titleOf(template) })}
                  onPress={() => onOpen({ name: "edit", template })}
                />
                <IconButton
                  icon={template.state === "live" ? CircleSlash : CircleCheck}
                  label={t(template.state === "live" ? "stop" : "start", { name: titleOf(template) })}
                  onPress={() => onOpen({ name: "switch", template })}
                />
              </>
            )}
          </span>
        )}
        actionsLabel={t("actions")}
      />
    </div>
  );
}

/** How customers come by its coupons, besides by hand and from a file. */
function HowToGet({ template: { costPoints, rewardMin } }: { template: DeskTemplate }) {
  const t = useTranslations("coupons");
  const amounts = useAmounts();
  return (
    <span className="block text-ink-soft text-sm">
      {costPoints !== null && (
        <span className="block">{t("forPoints", { points: amounts.points(costPoints) })}</span>
      )}
      {rewardMin !== null && (
        <span className="block">{t("withReward", { money: amounts.money(rewardMin) })}</span>
      )}
      {costPoints === null && rewardMin === null && t("byHandOnly")}
    </span>
  );
}

/** Says what taking it out of use stops, and what it does not. */
function SwitchDialog({ template, onClose }: { template: DeskTemplate; onClose: () => void }) {
  const t = useTranslations("coupons");
  const name = useInLanguage()({ en: template.titleEn, ar: template.titleAr });
  const change = useSend(api.switch);
  const isLive = template.state === "live";
  return (
    <ConfirmDialog
      title={t(isLive ? "stop" : "start", { name })}
      confirmLabel={t(isLive ? "doStop" : "doStart")}
      isDangerous={isLive}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            params: { templateId: template.id },
            body: { version: template.version, state: isLive ? "stopped" : "live" },
          },
          {
            onSuccess: () => {
              toast({ kind: "success", title: t("saved") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t(isLive ? "stopText" : "startText")}</p>
    </ConfirmDialog>
  );
}
