"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, FileUp, type LucideIcon, Plus, Search, UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnRequest } from "@/components/adjustments/own-request";
import { useDiscountText } from "@/components/deals/deal-words";
import { ask } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import { useList } from "@/components/lists/use-list";
import { OfferMenu } from "@/components/offers/offer-menu";
import { OfferState } from "@/components/offers/offer-state";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/format";
import { type Column, figureColumn } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import { coupons as api } from "@/lib/areas/coupons/contract";
import type { DeskTemplate } from "@/lib/areas/coupons/schemas";
import { IssueByHandDialog } from "./issue-dialogs";
import { IssueList } from "./issue-list";
import { IssueManyDialog } from "./issue-many-dialog";
import { FindDialog, ResultsDialog } from "./look-dialogs";
import { MoveDialog } from "./move-dialog";
import { TemplateForm } from "./template-form";

export function CouponsPage() {
  const t = useTranslations("coupons");
  const list = useCouponList();
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Button icon={Search} onPress={() => list.open("find")}>
              {t("find")}
            </Button>
            <Button variant="primary" icon={Plus} onPress={() => list.open("new")}>
              {t("create")}
            </Button>
          </>
        }
      />
      {list.records}
      <IssueList />
    </>
  );
}

interface Ways {
  close: () => void;
}
type Move = DeskTemplate["moves"][number];

function useCouponList() {
  const t = useTranslations("coupons");
  const query = useQuery(ask(api.list, {}, { refetchOnWindowFocus: true }));
  const titleOf = useTitle();
  const move =
    (name: Move) =>
    (template: DeskTemplate, { close }: Ways) => (
      <MoveDialog template={template} move={name} onClose={close} />
    );
  return useList({
    label: t("title"),
    query,
    rows: query.data?.templates,
    isLong: true,
    columns: useColumns(),
    forms: {
      edit: (template, { close, open }) => (
        <TemplateForm template={template} onPublish={(draft) => open("publish", draft)} onClose={close} />
      ),
      publish: move("publish"),
      pause: move("pause"),
      resume: move("resume"),
      hand: (template, { close }) => <IssueByHandDialog template={template} onClose={close} />,
      many: (template, { close }) => <IssueManyDialog template={template} onClose={close} />,
      results: (template, { close }) => <ResultsDialog template={template} onClose={close} />,
    },
    dialogs: {
      new: ({ close, open }) => (
        <TemplateForm template={null} onPublish={(draft) => open("publish", draft)} onClose={close} />
      ),
      find: ({ close }) => <FindDialog onClose={close} />,
    },
    onNamed: (template, open) => open(template.isOwn ? "edit" : "results", template),
    rowActs: (template, open) => {
      const { isOwn, moves } = template;
      const item = (id: "hand" | "many" | "results", icon: LucideIcon) => ({
        ...{ id, icon, label: t(`menu.${id}`) },
        onAction: () => open(id, template),
      });
      return (
        <OfferMenu
          name={titleOf(template)}
          onOpen={isOwn ? () => open("edit", template) : undefined}
          moves={isOwn ? moves : []}
          onMove={(name) => open(name, template)}
          more={[
            ...(isOwn && moves.includes("pause") ? [item("hand", UserPlus), item("many", FileUp)] : []),
            item("results", ChartNoAxesColumn),
          ]}
        />
      );
    },
    empty: { none: [t("none"), t("noneText")] },
  });
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
