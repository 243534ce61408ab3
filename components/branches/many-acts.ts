"use client";

import { DoorClosed, DoorOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";
import type { Many } from "@/lib/portal/wire/many";

type Switch = "deactivate" | "reactivate";
export const BACK = { deactivate: "reactivate", reactivate: "deactivate" } as const satisfies Record<
  Switch,
  Switch
>;

export const sendSwitch = (act: Switch) => (body: Many) =>
  send(act === "deactivate" ? api.deactivateMany : api.reactivateMany, { body });

/** Closes or opens many branches at once. */
export function useManyBranchActs(): readonly ManyAct<ManagedBranch>[] {
  const t = useTranslations("branches");
  const act = (id: Switch): ManyAct<ManagedBranch> => ({
    id,
    label: t(id),
    icon: id === "deactivate" ? DoorClosed : DoorOpen,
    isDangerous: id === "deactivate",
    title: (count) => t(`many.${id}Title`, { count }),
    text: t(`many.${id}Text`),
    obstacle: ({ isActive }) => (isActive === (id === "deactivate") ? null : t(`many.${id}Not`)),
    send: sendSwitch(id),
    done: (count) => t(`many.${id}Done`, { count }),
    undo: { send: sendSwitch(BACK[id]), done: (count) => t(`many.${BACK[id]}Done`, { count }) },
  });
  return [act("deactivate"), act("reactivate")];
}
