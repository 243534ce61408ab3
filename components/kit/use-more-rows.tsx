"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";

const ROWS = 20;

/** The first rows of a list that came whole, and a button for the next ones: no list is longer than three screens before a person asks. */
export function useMoreRows<Row>(
  rows: readonly Row[],
  step = ROWS,
): { shown: readonly Row[]; more: ReactNode } {
  const t = useTranslations("ui");
  const [count, setCount] = useState(step);
  const rest = rows.length - count;
  return {
    shown: rest > 0 ? rows.slice(0, count) : rows,
    more: rest > 0 && (
      <p className="mt-5 text-center">
        <Button onPress={() => setCount(count + step)}>{t("showMoreRows", { count: rest })}</Button>
      </p>
    ),
  };
}
