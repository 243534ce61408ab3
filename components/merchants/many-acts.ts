"use client";

import { CirclePlay, CircleStop } from "lucide-react";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import type { Many } from "@/lib/portal/wire/many";

type Switch = "stop" | "resume";
export const BACK = { stop: "resume", resume: "stop" } as const satisfies Record<Switch, Switch>;

export const sendSwitch = (act: Switch) => (body: Many) =>
  send(act === "stop" ? api.deactivateMany : api.reactivateMany, { body });

/** Stops many merchants at once, or lets them go on. */
export function useManyMerchantActs(): readonly ManyAct<ManagedMerchant>[] {
  const t = useTranslations("merchants");
  const act = (id: Switch): ManyAct<ManagedMerchant> => ({
    id,
    label: t(id),
    icon: id === "stop" ? CircleStop : CirclePlay,
    isDangerous: id === "stop",
    title: (count) => t(`many.${id}Title`, { count }),
    text: t(`many.${id}Text`),
    obstacle: ({ isActive }) => (isActive === (id === "stop") ? null : t(`many.${id}Not`)),
    send: sendSwitch(id),
    done: (count) => t(`many.${id}Done`, { count }),
    undo: { send: sendSwitch(BACK[id]), done: (count) => t(`many.${BACK[id]}Done`, { count }) },
  });
  return [act("stop"), act("resume")];
}
