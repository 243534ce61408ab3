"use client";

import { Ellipsis, KeyRound, LogOut, ShieldOff, UserCheck, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import type { MenuAction } from "@/components/ui/open-menu";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import type { StaffMember } from "@/lib/areas/staff/record";
import type { StaffAct } from "./staff-acts";

/** Acts on a member of staff. To oneself, other than names: on the account page, or by another admin. */
export function StaffButtons({ user, onOpen }: { user: StaffMember; onOpen: (open: OpenStaff) => void }) {
  const t = useTranslations("staff");
  const { user: me } = useMe();
  const { name } = user;
  const actions: MenuAction[] = [
    ...(user.isActive
      ? [
          {
            id: "link",
            label: user.hasPassword ? t("reset") : t("inviteAgain"),
            icon: KeyRound,
            onAction: () => onOpen({ kind: "issueLink", user }),
          },
        ]
      : []),
    ...(user.twoFactorEnabled
      ? [
          {
            id: "twoFactor",
            label: t("resetTwoFactor"),
            icon: ShieldOff,
            onAction: () => onOpen({ kind: "act", user, act: "resetTwoFactor" }),
          },
        ]
      : []),
    {
      id: "sessions",
      label: t("sessions"),
      icon: LogOut,
      onAction: () => onOpen({ kind: "sessions", user }),
    },
    user.isActive
      ? {
          id: "deactivate",
          label: t("deactivate"),
          icon: UserX,
          isDangerous: true,
          onAction: () => onOpen({ kind: "act", user, act: "deactivate" }),
        }
      : {
          id: "reactivate",
          label: t("reactivate"),
          icon: UserCheck,
          onAction: () => onOpen({ kind: "act", user, act: "reactivate" }),
        },
  ];
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        size="small"
        variant="quiet"
        aria-label={t("editOf", { name })}
        onPress={() => onOpen({ kind: "form", user })}
      >
        {t("edit")}
      </Button>
      {user.id !== me.id && (
        <Menu
          label={t("moreOf", { name })}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("moreOf", { name })} />}
          actions={actions}
        />
      )}
    </span>
  );
}

/** The dialog over the list. */
export type OpenStaff =
  | { kind: "form"; user: StaffMember | null }
  | { kind: "issueLink"; user: StaffMember }
  | { kind: "act"; user: StaffMember; act: StaffAct }
  | { kind: "sessions"; user: StaffMember }
  | { kind: "endAll"; merchantId: number }
  | { kind: "link"; issued: StaffLink };

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
