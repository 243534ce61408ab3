"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { useMe } from "@/components/kit/use-me";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffMember } from "@/lib/areas/staff/record";

/** Takes the access of many people away at once. An undo is not offered: sessions and links have ended, and admins are let in by two people. */
export function useManyStaffActs(): readonly ManyAct<StaffMember>[] {
  const t = useTranslations("staff");
  const { user: me } = useMe();
  return [
    {
      id: "deactivate",
      label: t("deactivate"),
      icon: UserX,
      isDangerous: true,
      title: (count) => t("many.deactivateTitle", { count }),
      text: t("many.deactivateText"),
      obstacle: ({ id, isActive }) => {
        if (id === me.id) return t("many.yourself");
        return isActive ? null : t("many.deactivateNot");
      },
      send: (body) => send(api.deactivateMany, { body }),
      done: (count) => t("many.deactivateDone", { count }),
    },
  ];
}
