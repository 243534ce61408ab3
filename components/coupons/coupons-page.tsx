"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, FileUp, Plus, Search, UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { useDiscountText } from "@/components/deals/deal-words";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useBegunAct, useBegunRecord } from "@/components/kit/use-begun-act";
import { useInLanguage } from "@/components/kit/use-language";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { OfferMenu } from "@/components/offers/offer-menu";
import { OfferState } from "@/components/offers/offer-state";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, Table } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import { IssueList } from "./issue-list";

const IssueManyDialog = lazyPart(async () => (await import("./issue-many-dialog")).IssueManyDialog);
const IssueByHandDialog = lazyPart(async () => (await import("./issue-dialogs")).IssueByHandDialog);
const FindDialog = lazyPart(async () => (await import("./look-dialogs")).FindDialog);
const ResultsDialog = lazyPart(async () => (await import("./look-dialogs")).ResultsDialog);
const TemplateForm = lazyPart(async () => (await import("./template-form")).TemplateForm);

type Opened = { template: DeskTemplate } & (
  | { name: "edit" | "hand" | "many" | "results" }
  | { name: "move"; move: DeskTemplate["moves"][number] }
);

const ACT_ICONS = { hand: UserPlus, many: FileUp } as const;

export function CouponsPage() {
  const t = useTranslations("coupons");
  const query = useQuery({ ...ask(api.list), refetchOnWindowFocus: true });
  const [isNew, setNew] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const publish = (template: DeskTemplate) => setOpened({ name: "move", move: "publish", template });
  useBegunAct("new", () => setNew(true));
  useBegunRecord(async (id) => {
    const template = (query.data ?? (await query.refetch()).data)?.templates.find((one) => one.id === id);
    if (template !== undefined) setOpened({ name: template.isOwn ? "edit" : "results", template });
  });
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
      {isNew && <TemplateForm template={null} onPublish={publish} onClose={() => setNew(false)} />}
      {opened?.name === "edit" && (
        <TemplateForm template={opened.template} onPublish={publish} onClose={close} />
      )}
      {opened?.name === "move" && (
        <MoveDialog template={opened.template} move={opened.move} onClose={close} />
      )}
      {opened?.name === "hand" && <IssueByHandDialog template={opened.template} onClose={close} />}
      {opened?.name === "many" && <IssueManyDialog template={opened.template} onClose={close} />}
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
  const tOffers = useTranslations("offers");
  const titleOf = useTitle();
  const columns = useColumns();
  const { shown, more } = useMoreRows(templates);
  return (
    <>
      <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
        <Table
          label={t("title")}
          rows={shown}
          rowKey={({ id }) => id}
          columns={columns}
          rowActions={(template) => (
            <OfferMenu
              name={titleOf(template)}
              onOpen={template.isOwn ? () => onOpen({ name: "edit", template }) : undefined}
              moves={template.isOwn ? template.moves : []}
              onMove={(move) => onOpen({ name: "move", template, move })}
              more={[
                ...(template.isOwn && template.moves.includes("pause")
                  ? (["hand", "many"] as const).map((name) => ({
                      id: name,
                      label: t(`menu.${name}`),
                      icon: ACT_ICONS[name],
                      onAction: () => onOpen({ name, template }),
                    }))
                  : []),
                {
                  id: "results",
                  label: t("menu.results"),
                  icon: ChartNoAxesColumn,
                  onAction: () => onOpen({ name: "results", template }),
                },
              ]}
            />
          )}
          actionsLabel={tOffers("actions")}
        />
      </div>
      {more}
    </>
  );
}

function useTitle() {
  const inLanguage = useInLanguage();
  return ({ titleEn, titleAr }: DeskTemplate) => inLanguage({ en: titleEn, ar: titleAr });
}

function useColumns(): Column<DeskTemplate>[] {
  const t = useTranslations("coupons");
  const inLanguage = useInLanguage();
  const titleOf = useTitle();
  const discountText = useDiscountText();
  return [
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
      ...figureColumn(standing, t(`standings.${standing}`), ({ counts }: DeskTemplate) => counts[standing]),
      isHiddenWhenNarrow: ({ counts }: DeskTemplate) => counts[standing] === 0,
    })),
    {
      id: "state",
      header: t("state"),
      cell: ({ id, state }) => (
        <>
          <OfferState state={state} />
          <OwnRequest area="coupons" id={id} />
        </>
      ),
    },
  ];
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

/** Says what a move stops or begins before it is made. */
function MoveDialog({
  template: { id, version, titleEn, titleAr },
  move,
  onClose,
}: {
  template: DeskTemplate;
  move: DeskTemplate["moves"][number];
  onClose: () => void;
}) {
  const t = useTranslations("coupons");
  const tOffers = useTranslations("offers");
  const name = useInLanguage()({ en: titleEn, ar: titleAr });
  return (
    <ActConfirm
      title={tOffers(`moveTitles.${move}`, { name })}
      confirmLabel={tOffers(`moves.${move}`)}
      act={api.switch}
      givesNothing={move === "pause"}
      asked={{ params: { templateId: id }, body: { version, state: move === "pause" ? "stopped" : "live" } }}
      said={t("saved")}
      onClose={onClose}
    >
      <p>{t(`moveTexts.${move}`)}</p>
    </ActConfirm>
  );
}
