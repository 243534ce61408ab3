"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { SearchField } from "@/components/kit/search-field";
import { Folded } from "@/components/ui/folded";
import type { SettingName } from "@/lib/ledger/rules/programme-settings";
import { useSettingHint } from "./setting-hint";
import { isFound } from "./setting-search";
import { GROUPS, namesIn, SAFETY_GROUPS, SHOP_SETTINGS, safetyIn, useSettingWords } from "./setting-words";

interface RuleSectionsProps {
  /** Draws settings that stand together. */
  children: (names: readonly SettingName[]) => ReactNode;
  /** Opens the safety rules: one of them is wrong. */
  isSafetyOpen?: boolean;
}

/** The rules: those that a shop decides, the safety rules folded behind them, and a search over all. */
export function RuleSections({ children, isSafetyOpen = false }: RuleSectionsProps) {
  const t = useTranslations("programme");
  const [text, setText] = useState("");
  const words = useSettingWords();
  const hintOf = useSettingHint();
  const found = GROUPS.flatMap((group) =>
    namesIn(group).filter((name) =>
      isFound(text, [words.label(name), hintOf(name) ?? "", t(`group.${group}`)]),
    ),
  );
  return (
    <div className="grid gap-5">
      <SearchField label={t("searchRules")} value={text} onSearch={setText} />
      {text !== "" && (
        <p role="status" className="text-ink-soft text-sm">
          {t("foundRules", { count: found.length })}
        </p>
      )}
      {text === "" ? (
        <>
          {children(SHOP_SETTINGS)}
          <Folded label={t("safety")} isOpen={isSafetyOpen}>
            <p className="text-ink-soft text-sm">{t("safetyLead")}</p>
            {SAFETY_GROUPS.map((group) => (
              <section key={group} className="grid gap-4">
                <h3 className="font-semibold">{t(`group.${group}`)}</h3>
                {children(safetyIn(group))}
              </section>
            ))}
          </Folded>
        </>
      ) : (
        children(found)
      )}
    </div>
  );
}
