"use client";

import { useTranslations } from "next-intl";
import type { SettingName } from "@/lib/ledger/rules/programme-settings";

/** The hint below the field of a setting; undefined where there is none. */
export function useSettingHint(): (name: SettingName) => string | undefined {
  const t = useTranslations();
  const translate = t as unknown as (key: string) => string;
  return (name) => {
    const key = [`programme.hint.${name}`, `desk.limits.hint.${name}`].find(
      t.has as (key: string) => boolean,
    );
    return key && translate(key);
  };
}
