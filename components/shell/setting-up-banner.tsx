"use client";

import { Hammer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { useFormatter } from "@/components/ui/use-formatter";
import { isolated } from "@/components/wallet/use-amounts";
import { useWaiting } from "./waiting-badge";

/** Tells operators on every page that one person decides alone, and until when, while the programme is set up. */
export function SettingUpBanner() {
  const t = useTranslations("shell.settingUp");
  const format = useFormatter();
  const { user } = useMe();
  const { settingUp } = useWaiting();
  if (settingUp === null) return null;
  const { by, until, people, peopleMax, above } = settingUp;
  const at = format.dateTime(new Date(until), {
    ...{ weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" },
  });
  return (
    <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-center text-accent-soft-ink text-sm">
      <Hammer aria-hidden className="size-4 shrink-0" />
      <span>
        {by.id === user.id ? t("mine", { at }) : t("others", { at, name: isolated(by.name) })}{" "}
        {t("second", { above })} {t("people", { people, max: peopleMax })}
      </span>
    </p>
  );
}
