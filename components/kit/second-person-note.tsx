"use client";

import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormatter } from "@/components/ui/use-formatter";
import { adjustments } from "@/lib/areas/adjustments/contract";
import type { Bounds } from "@/lib/areas/adjustments/schemas";
import type { Value } from "@/lib/portal/acts/declare";
import { WEIGHED } from "@/lib/portal/acts/generated/weighed";
import { type AdminAction, isOfMerchants } from "@/lib/portal/acts/permissions";
import type { Endpoint } from "@/lib/portal/contract";
import { ask, useSendWeighed } from "./contract";
import { useInLanguage } from "./use-language";

type WeighedAct = keyof typeof WEIGHED;

const isWeighed = (act: Endpoint["may"]): act is WeighedAct & AdminAction =>
  typeof act === "string" && Object.hasOwn(WEIGHED, act);

/** Says before the press from where on an act needs a second person; nothing for acts whose value nobody weighs. */
export function SecondPersonNote({ act }: { act: Endpoint["may"] }) {
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

/** A change by an endpoint whose act is weighed, and the note to be shown beside its button. */
export function useWeighed<It extends Endpoint>(
  endpoint: It,
): [change: ReturnType<typeof useSendWeighed<It>>, note: ReactNode] {
  return [useSendWeighed(endpoint), <SecondPersonNote key="note" act={endpoint.may} />];
}
