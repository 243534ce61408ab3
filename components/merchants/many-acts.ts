"use client";

import { CirclePlay, CircleStop } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ManyAct } from "@/components/kit/many-acts";
import { sendMany } from "@/components/kit/send-many";
import type { ManagedMerchant } from "@/lib/areas/merchants/desk-schemas";

type Switch = "stop" | "resume";
const BACK = { stop: "resume", resume: "stop" } as const satisfies Record<Switch, Switch>;
const PATHS = { stop: "manage/merchants/deactivate", resume: "manage/merchants/reactivate" } as const;

export const sendSwitch = (act: Switch) => sendMany(PATHS[act]);

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
