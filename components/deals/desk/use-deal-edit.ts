import { useQueryClient } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { ask, sendWeighed } from "@/components/kit/contract";
import { fieldsFrom } from "@/components/kit/merge";
import { useEditor } from "@/components/kit/use-editor";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DealDeskChoices, DeskDeal } from "@/lib/areas/deals/desk-schemas";
import { useDealChanged } from "./deal-acts";
import { DEAL_FORM_GROUPS, type DealForm, emptyDealForm } from "./deal-form";

export interface EditorProps {
  /** As it is kept now, which may be newer than the edited one; null for a new one. */
  present: DeskDeal | null;
  choices: DealDeskChoices;
  now: string;
}

/** A draft may have no dates; fieldsFrom would make them "". */
const datesOf = ({
  startDate,
  endDate,
  expiryDate,
}: DeskDeal): Pick<DealForm, "startDate" | "endDate" | "expiryDate"> => ({ startDate, endDate, expiryDate });

export type DealEdit = ReturnType<typeof useDealEdit>;

/** The editor of a deal, and the merchant whose deal it is. */
export function useDealEdit({ present, choices, now }: EditorProps) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const zone = useTimeZone() ?? "UTC";
  const { merchant } = useMe();
  const client = useQueryClient();
  const keep = useDealChanged();
  const [empty] = useState(() => emptyDealForm(now, zone));
  const [chosenMerchant, setMerchant] = useState(merchant?.id ?? choices.merchants[0]?.id ?? null);
  const params = { dealId: present?.id ?? 0 };
  const finish = (deal: DeskDeal, done: string, publication: object | undefined) => {
    keep(deal);
    toast({ kind: "success", title: publication ? t(`moved.${deal.state}`) : done });
  };
  const editor = useEditor({
    record: present,
    fieldsOf: (deal) => ({ ...fieldsFrom(deal, empty), ...(deal && datesOf(deal)) }),
    bodyOf: (fields) => ({ ...fields, ...(present === null && { merchantId: chosenMerchant ?? 0 }) }),
    groups: DEAL_FORM_GROUPS,
    create: {
      schema: async () => (await import("@/lib/areas/deals/desk-schemas")).createDealRequestSchema,
      send: async (body) => {
        const deal = await sendWeighed(api.create, { body });
        finish(deal, t("draftSaved"), body.publication);
        navigation.replace(`/manage/deals/${deal.id}`, { isAgreed: true });
      },
    },
    change: {
      // Publishing asks in a dialog of its own.
      ...(present !== null && present.storedState !== "draft" && { act: api.change.may }),
      isWhole: true,
      schema: async () => (await import("@/lib/areas/deals/desk-schemas")).updateDealRequestSchema,
      send: async (body) =>
        finish(await sendWeighed(api.change, { params, body }), t("saved"), body.publication),
      read: () => client.fetchQuery({ ...ask(api.deskOne, { params }), staleTime: 0 }),
    },
    onSaved: () => undefined,
  });
  const { record, change } = editor;
  return {
    ...editor,
    isStarted: record?.isStarted ?? false,
    isPublished: record !== null && record.storedState !== "draft",
    merchantId: record?.merchantId ?? chosenMerchant,
    changeMerchant: (merchantId: number) => {
      setMerchant(merchantId);
      // Branches are their merchant's.
      change({ branchIds: [] });
    },
  };
}
