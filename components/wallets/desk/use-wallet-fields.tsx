"use client";

import { useTranslations } from "next-intl";
import type { output } from "zod/mini";
import type { Address } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import type { FilterFields } from "@/components/lists/filter-fields";
import { useWalletStatusText } from "@/components/wallet/wallet-status";
import type { WalletSettings, walletListSchema } from "@/lib/areas/wallets/desk-schemas";
import { BIRTHDAY_DAYS, JOINED, VISITS, WALLET_ORDERS } from "@/lib/areas/wallets/words";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { CameField } from "./came-field";

/** Filters and order of customers, as they stand in the address. */
export type WalletList = Partial<output<typeof walletListSchema>>;

/** The last visit in words. */
export function useVisitText() {
  const t = useTranslations("wallets.desk.filters");
  return (visit: string) => {
    const [kind, days] = visit.split("-");
    return kind === "never" ? t("never") : t(kind === "within" ? "within" : "before", { days: Number(days) });
  };
}

/** Fields of the filters of customers. */
export function useWalletFields(
  settings: WalletSettings | undefined,
  address: Address<WalletList>,
): FilterFields<WalletList> {
  const t = useTranslations("wallets.desk.filters");
  const search = useTranslations("wallets.desk.search");
  const nameOf = useNameOf();
  const visitText = useVisitText();
  const statusText = useWalletStatusText();
  const any = search("any");
  return {
    visit: { ...{ label: t("visit"), any }, options: VISITS.map((id) => ({ id, label: visitText(id) })) },
    period: (className) => <CameField {...{ address, className }} />,
    segmentId: {
      ...{ label: search("segment"), any },
      options: (settings?.segments ?? []).map((named) => ({ id: named.id, label: nameOf(named) })),
    },
    birthday: {
      ...{ label: t("birthday"), any },
      options: BIRTHDAY_DAYS.map((id) => ({ id, label: t("birthdays", { days: id }) })),
    },
    pointsMin: { number: t("pointsMin") },
    pointsMax: { number: t("pointsMax") },
    joined: {
      ...{ label: search("joined"), any },
      options: JOINED.map((id) => ({ id, label: search(`joinedIs.${id}`) })),
    },
    statusId: {
      ...{ label: search("status"), any },
      options: Object.values(WALLET_STATUS).map((id) => ({ id, label: statusText(id) })),
    },
    order: {
      ...{ label: t("order"), any: t("orders.newest") },
      options: WALLET_ORDERS.map((id) => ({ id, label: t(`orders.${id}`) })),
    },
  };
}
