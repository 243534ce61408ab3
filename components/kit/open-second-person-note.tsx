"use client";

import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import { adjustments } from "@/lib/areas/adjustments/contract";
import type { Bounds } from "@/lib/areas/adjustments/schemas";
import type { Value } from "@/lib/portal/acts/declare";
import { WEIGHED } from "@/lib/portal/acts/generated/weighed";
import { type AdminAction, isOfMerchants } from "@/lib/portal/acts/permissions";
import type { Endpoint } from "@/lib/portal/contract";
import { ask } from "./contract";
import { useInLanguage } from "./use-language";

export interface SecondPersonNoteProps {
  /** The permission that the act needs. */
  act: Endpoint["may"];
}

type WeighedAct = keyof typeof WEIGHED;

const isWeighed = (act: SecondPersonNoteProps["act"]): act is WeighedAct & AdminAction =>
  typeof act === "string" && Object.hasOwn(WEIGHED, act);

export function OpenSecondPersonNote({ act }: SecondPersonNoteProps) {
  return isWeighed(act) && <Note act={act} />;
}

function Note({ act }: { act: WeighedAct & AdminAction }) {
  const t = useTranslations("desk.secondPerson");
  const format = useFormatter();
  const inLanguage = useInLanguage();
  const { data: bounds } = useQuery(ask(adjustments.bounds));
  const { value, bound }: Value = WEIGHED[act];
  if (bounds === undefined || !isAsked(bounds, act, bound)) return null;
  const words = inLanguage(value);
  const day = bound.kind === "day" ? bounds.days[bound.setting] : null;
  return (
    <p className="flex basis-full items-start gap-2 text-ink-soft text-sm" data-second-person>
      <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {day
          ? t("day", { above: format.number(day.above), left: day.left, value: words })
          : t("always", { value: words })}
      </span>
    </p>
  );
}

/** Whether the reader may have to ask at all, by the settings, by who else is there, and by the setting-up. */
function isAsked(
  { settings, others, isSettingUp }: Bounds,
  act: AdminAction,
  bound: Value["bound"],
): boolean {
  if (bound.kind === "setting" && !settings[bound.setting]) return false;
  if (bound.kind !== "day" && isSettingUp) return false;
  return isOfMerchants(act) ? others.merchants : others.programme;
}
