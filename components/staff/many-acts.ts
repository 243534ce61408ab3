"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ManyAct } from "@/components/kit/many-acts";
import { sendMany } from "@/components/kit/send-many";
import { useMe } from "@/components/kit/use-me";
import type { StaffMember } from "@/lib/areas/staff/desk-schemas";

/**
 * Takes the access of many people away at once. It is not taken back by a press: their sessions and links have ended, and admins
 * are let in by two people.
 */
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
      send: sendMany("manage/staff/deactivate"),
      done: (count) => t("many.deactivateDone", { count }),
    },
  ];
}
