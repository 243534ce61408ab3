"use client";

import { Play, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useAmounts } from "@/components/wallet/use-amounts";
import { ShortcutHint } from "./shortcut-hint";
import type { LeftSale } from "./till-types";
import type { Till } from "./use-till";

/** Sales that were left in mid-way: customer and bill wait. Enter in the empty box goes on with the latest. */
export function LeftSales({ till: { state, send } }: { till: Till }) {
  const t = useTranslations("till.left");
  const nameOf = useSaleName();
  const amounts = useAmounts();
  const wordsOf = ({ customer, name, draft: { value } }: LeftSale) =>
    typeof value === "number"
      ? t("bill", { name: nameOf(customer, name), money: amounts.money(value) })
      : t("customer", { name: nameOf(customer, name) });
  return (
    <ul aria-label={t("title")} className="flex flex-wrap gap-2">
      {state.left.map((sale, place) => (
        <li key={JSON.stringify(sale.customer)} className="flex items-center gap-1">
          <Button icon={Play} onPress={() => send({ type: "resumed", sale })}>
            {wordsOf(sale)}{" "}
            {place === 0 && state.stage.name === "ready" && <ShortcutHint>Enter</ShortcutHint>}
          </Button>
          <IconButton
            icon={X}
            label={t("drop", { name: nameOf(sale.customer, sale.name) })}
            onPress={() => send({ type: "dropped", sale })}
          />
        </li>
      ))}
    </ul>
  );
}

/** The name by which a sale is told from others. */
export function useSaleName(): (customer: LeftSale["customer"], name: string | null) => string {
  const t = useTranslations("till.wallet");
  return (customer, name) => name ?? ("code" in customer ? customer.code : t("thisOne"));
}
