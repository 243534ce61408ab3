"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnRequest } from "@/components/adjustments/own-request";
import { ActConfirm } from "@/components/kit/acts";
import { ask, useSendWeighed } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { LastMoment } from "@/components/kit/last-moment";
import { QueryState } from "@/components/kit/query-state";
import { refusalToast } from "@/components/kit/refusal";
import { useWeighed } from "@/components/kit/second-person-note";
import { useFilters } from "@/components/kit/use-filters";
import { useForms } from "@/components/kit/use-forms";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useList } from "@/components/lists/use-list";
import { OfferMenu } from "@/components/offers/offer-menu";
import { OfferState } from "@/components/offers/offer-state";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { ShareBar } from "@/components/ui/share-bar";
import { Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import type { Column } from "@/components/ui/table";
import { Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { promotions as api } from "@/lib/areas/promotions/contract";
import { type Promotion, type Promotions, promotionFiltersSchema } from "@/lib/areas/promotions/schemas";
import { foldText, searchWords } from "@/lib/platform/search-text";
import { DEAL_STATES } from "@/lib/portal/acts/deal-states";
import { PromotionForm } from "./promotion-form";
import { PromotionTrial } from "./promotion-trial";
import { PublishDialog } from "./publish-dialog";
import { useRuleSentence } from "./use-rule-sentence";

/** Sums given and budgets left change with every bill. */
const LIVE_SECONDS = 30;

/** The rules that add points to bills: what there is, when it runs, and what becomes of a bill. */
export function PromotionsPage() {
  const t = useTranslations("promotions");
  const query = useQuery(ask(api.list, {}, { refetchOnWindowFocus: true, follows: LIVE_SECONDS }));
  const known = query.data;
  const { change } = useFilters(promotionFiltersSchema);
  const forms = useForms({
    rows: known?.promotions,
    forms: {
      edit: (promotion, { close, open }) =>
        known && (
          <PromotionForm
            {...{ promotion, known }}
            onPublish={(draft) => open("publish", draft)}
            onClose={close}
          />
        ),
      publish: (promotion, { close }) => known && <PublishDialog {...{ promotion, known }} onClose={close} />,
      end: (promotion, { close }) => <EndDialog promotion={promotion} onClose={close} />,
    },
    dialogs: {
      new: ({ close, open }) =>
        known && (
          <PromotionForm
            promotion={null}
            known={known}
            onPublish={(draft) => open("publish", draft)}
            onClose={close}
          />
        ),
    },
    onNamed: (promotion, open) => {
      if (promotion.moves.length > 0) open("edit", promotion);
      else change({ text: String(promotion.number) }, { replaces: true });
    },
  });
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => forms.open("new")}>
            {t("create")}
          </Button>
        }
      />
      <QueryState query={query} loading={<Skeleton className="h-96 w-full rounded-2xl" />}>
        {(known) => (
          <Tabs
            label={t("title")}
            tabs={[
              {
                id: "list",
                label: t("tabs.list"),
                content: <PromotionList {...{ query, known }} onOpen={forms.open} />,
              },
              { id: "trial", label: t("tabs.trial"), content: <PromotionTrial known={known} /> },
            ]}
          />
        )}
      </QueryState>
      {forms.form}
    </>
  );
}

function PromotionList({
  query,
  known,
  onOpen,
}: {
  query: UseQueryResult<Promotions, PortalError>;
  known: Promotions;
  onOpen: (form: "edit" | "publish" | "end", promotion: Promotion) => void;
}) {
  const t = useTranslations("promotions");
  const states = useTranslations("offers.states");
  const nameOf = useNameOf();
  const move = useMove();
  const address = useFilters(promotionFiltersSchema);
  const { filters } = address;
  const words = searchWords(filters.text ?? "");
  const list = useList({
    views: "promotions",
    label: t("title"),
    address,
    filters: {
      text: { search: t("filter.text") },
      state: {
        label: t("filter.state"),
        any: t("filter.all"),
        options: DEAL_STATES.map((id) => ({ id, label: states(id) })),
      },
    },
    query,
    rows: known.promotions,
    matches: ({ state, nameEn, nameAr, number }) => {
      const folded = foldText([nameEn, nameAr, number].join("\n"));
      return state === (filters.state ?? state) && words.every((word) => folded.includes(word));
    },
    isLong: true,
    columns: useColumns(known),
    rowActs: (promotion) => (
      <OfferMenu
        name={nameOf(promotion)}
        onOpen={promotion.moves.length > 0 ? () => onOpen("edit", promotion) : undefined}
        moves={promotion.moves}
        onMove={(name) =>
          name === "end" || name === "publish" ? onOpen(name, promotion) : move(promotion, name)
        }
      />
    ),
    empty: { none: [t("none"), t("noneText")], found: [t("noneFound")] },
    between: (
      <div className="mb-4 grid gap-4">
        <Stacking known={known} />
        <p className="text-ink-soft">{t(known.stack ? "someAct" : "oneActs")}</p>
      </div>
    ),
  });
  return (
    <>
      {list.filters}
      {list.records}
    </>
  );
}

function useColumns(known: Promotions): Column<Promotion>[] {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const sentence = useRuleSentence(known);
  return [
    {
      id: "name",
      header: t("columns.name"),
      isText: true,
      cell: (promotion) => (
        <span className="block text-start">
          <bdi className="block font-medium">{nameOf(promotion)}</bdi>
          <span className="block text-ink-soft text-sm">{sentence(promotion)}</span>
          <span className="block text-ink-faint text-sm">
            {t("number", { number: String(promotion.number) })} ·{" "}
            {promotion.dealId !== null
              ? t("ofDeal")
              : promotion.merchant === null
                ? t("programmes")
                : nameOf(promotion.merchant)}
          </span>
        </span>
      ),
    },
    {
      id: "state",
      header: t("columns.state"),
      cell: ({ id, state }) => (
        <>
          <OfferState state={state} />
          <OwnRequest area="promotions" id={id} />
        </>
      ),
    },
    {
      id: "runs",
      header: t("columns.runs"),
      cell: ({ startsAt, endsAt }) => (
        <span className="block">
          <DateTime value={startsAt} className="block" />
          <span className="block text-ink-soft">
            <LastMoment end={endsAt} />
          </span>
        </span>
      ),
    },
    {
      id: "given",
      header: t("columns.given"),
      cell: (promotion) => <Given promotion={promotion} />,
    },
  ];
}

function EndDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const t = useTranslations("promotions");
  const tOffers = useTranslations("offers");
  const nameOf = useNameOf();
  return (
    <ActConfirm
      title={tOffers("moveTitles.end", { name: nameOf(promotion) })}
      confirmLabel={tOffers("moves.end")}
      isDangerous
      givesNothing
      act={api.move}
      asked={{ params: { promotionId: promotion.id }, body: { version: promotion.version, move: "end" } }}
      said={t("moved")}
      onClose={onClose}
    >
      <p>{t("endText")}</p>
    </ActConfirm>
  );
}

/** Its gifts, their bills, and the rest of its budget. */
function Given({ promotion: { given, budgetLeft, budgetPoints } }: { promotion: Promotion }) {
  const t = useTranslations("promotions");
  const amounts = useAmounts();
  return (
    <span className="block">
      {given.rewards === 0 ? (
        <span className="block text-ink-soft">{t("givenNothing")}</span>
      ) : (
        <>
          <span className="block">
            {t("givenFacts", { points: amounts.points(given.points), bills: given.rewards })}
          </span>
          <span className="block text-ink-soft text-sm">
            {t("givenValue", { money: amounts.money(given.value) })}
          </span>
        </>
      )}
      {budgetLeft !== null && budgetPoints !== null && (
        <span className="block text-ink-soft text-sm">
          {t("budgetLeft", { points: amounts.points(budgetLeft) })}
          <ShareBar share={1 - budgetLeft / budgetPoints} className="mt-1 h-1.5" />
        </span>
      )}
    </span>
  );
}

function useMove() {
  const t = useTranslations("promotions");
  const { textOf } = useErrorText();
  const { mutate } = useSendWeighed(api.move);
  return ({ id, version }: Promotion, move: Promotion["moves"][number]) =>
    mutate(
      { params: { promotionId: id }, body: { version, move } },
      {
        onSuccess: () => toast({ kind: "success", title: t("moved") }),
        onError: (error) => toast(refusalToast(error, textOf(error))),
      },
    );
}

/** Whether promotions add up: an operator's to say. */
function Stacking({ known: { stack, mayStack } }: { known: Promotions }) {
  const t = useTranslations("promotions");
  const { textOf } = useErrorText();
  const [stacking, note] = useWeighed(api.stacking);
  if (!mayStack) return null;
  return (
    <div className="grid gap-1">
      <Switch
        isSelected={stack}
        isDisabled={stacking.isPending}
        onChange={(chosen) =>
          stacking.mutate(
            { body: { stack: chosen } },
            { onError: (error) => toast(refusalToast(error, textOf(error))) },
          )
        }
      >
        <span className="block">{t("stack")}</span>
        <span className="block text-ink-soft text-sm">{t("stackHint")}</span>
      </Switch>
      {note}
    </div>
  );
}
