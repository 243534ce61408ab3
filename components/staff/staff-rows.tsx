"use client";

import {
  Clock,
  Eye,
  KeyRound,
  LogOut,
  ShieldCheck,
  ShieldOff,
  UserCheck,
  UserRoundCheck,
  UserX,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnRequest } from "@/components/adjustments/own-request";
import { send } from "@/components/kit/contract";
import type { ManyAct } from "@/components/kit/many-acts";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantColumn } from "@/components/lists/merchant-choice";
import type { RowAct } from "@/components/lists/row-acts";
import { Badge, OffIcon, Status } from "@/components/ui/badge";
import { Code, DateTime } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffMember } from "@/lib/areas/staff/record";
import { isAdminRole } from "@/lib/portal/acts/roles";
import type { StaffAct } from "./staff-acts";

export function useStaffColumns({ showsMerchant }: { showsMerchant: boolean }): Column<StaffMember>[] {
  const t = useTranslations("staff");
  const tRoles = useTranslations("roles");
  const merchantColumn = useMerchantColumn<StaffMember>(showsMerchant);
  const { user: me } = useMe();
  return [
    {
      id: "name",
      header: t("name"),
      cell: (user) => (
        <span className="block py-1">
          <span className="flex flex-wrap items-center gap-2 cards:justify-end">
            <bdi className="font-medium">{user.shownName}</bdi>
            {user.id === me.id && <Badge tone="accent">{t("you")}</Badge>}
          </span>
          <Code className="text-ink-faint text-sm">{user.username}</Code>
        </span>
      ),
    },
    {
      id: "role",
      header: t("role"),
      cell: (user) => (
        <>
          <span className="block">
            {tRoles(user.role)}
            {user.set && (
              <>
                {" · "}
                <bdi>{user.set.name}</bdi>
              </>
            )}
          </span>
          <span className="block text-ink-faint text-sm">
            <Branches user={user} />
          </span>
        </>
      ),
    },
    ...merchantColumn,
    {
      id: "status",
      header: t("status"),
      cell: (user) => (
        <>
          <StandingAndLink user={user} />
          <OwnRequest area="staff" id={user.id} />
        </>
      ),
    },
    { id: "twoFactor", header: t("twoFactor"), cell: (user) => <TwoFactor user={user} /> },
    {
      id: "lastActive",
      header: t("lastActive"),
      cell: ({ lastActiveAt }) =>
        lastActiveAt ? (
          <DateTime value={lastActiveAt} />
        ) : (
          <span className="text-ink-faint">{t("never")}</span>
        ),
    },
  ];
}

/** Where a person works: a cashier at some branches, the others at all. */
function Branches({ user: { role, branchIds } }: { user: StaffMember }) {
  const t = useTranslations("staff");
  const nameOf = useNameOf();
  const { branches } = useMe();
  if (role === "programme_operator") return null;
  if (role !== "cashier") return t("allBranches");
  const known = branches.filter(({ id }) => branchIds.includes(id));
  // An operator has no branches of their own to know the names from.
  if (known.length !== branchIds.length || known.length > 3)
    return t("someBranches", { count: branchIds.length });
  return known.map(({ id, nameEn, nameAr }) => (
    <bdi key={id} className="block">
      {nameOf({ nameEn, nameAr })}
    </bdi>
  ));
}

function StandingAndLink({ user }: { user: StaffMember }) {
  const t = useTranslations("staff");
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <Standing user={user} />
      {user.newUntil && (
        <span className="text-ink-soft text-sm">
          {t("newUntil")} <DateTime value={user.newUntil} />
        </span>
      )}
      {user.linkShownTo && (
        <span className="inline-flex items-center gap-1 text-ink-soft text-sm">
          <Eye aria-hidden className="size-4 shrink-0" />
          <bdi>{t("linkShownTo", { name: user.linkShownTo.name })}</bdi>
        </span>
      )}
    </span>
  );
}

function Standing({ user: { isActive, hasPassword, link } }: { user: StaffMember }) {
  const t = useTranslations("staff");
  if (!isActive)
    return (
      <Status tone="neutral" icon={OffIcon}>
        {t("deactivated")}
      </Status>
    );
  if (hasPassword) return <Status tone="success">{t("active")}</Status>;
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <Status tone="warning" icon={link?.purpose === "reset" ? KeyRound : Clock}>
        {link?.purpose === "reset" ? t("resetting") : t("invited")}
      </Status>
      {link && (
        <span className="text-ink-faint text-sm">
          {t("linkUntil")} <DateTime value={link.expiresAt} />
        </span>
      )}
    </span>
  );
}

function TwoFactor({ user: { role, twoFactorEnabled } }: { user: StaffMember }) {
  const t = useTranslations("staff");
  if (twoFactorEnabled)
    return (
      <Status tone="success" icon={ShieldCheck}>
        {t("on")}
      </Status>
    );
  if (!isAdminRole(role)) return <span className="text-ink-faint">–</span>;
  return (
    <Status tone="warning" icon={ShieldOff}>
      {t("off")}
    </Status>
  );
}

/** The forms of one person. */
type StaffForm = StaffAct | "edit" | "link" | "sessions";

/** Acts on a member of staff. To oneself, other than names: on the account page, or by another admin. */
export function useStaffActs(): (user: StaffMember) => readonly (RowAct<StaffForm> | false)[] {
  const t = useTranslations("staff");
  const { user: me } = useMe();
  return ({ id, name, isActive, hasPassword, twoFactorEnabled, mayConfirm }) => {
    const form = isActive ? "deactivate" : "reactivate";
    const isOther = id !== me.id;
    const isInMenu = true;
    return [
      { label: t("edit"), name: t("editOf", { name }), form: "edit" },
      mayConfirm && { label: t("confirm"), icon: UserRoundCheck, form: "confirm" },
      isOther &&
        isActive && {
          ...{ label: t(hasPassword ? "reset" : "inviteAgain"), icon: KeyRound },
          ...{ form: "link", isInMenu },
        },
      isOther &&
        twoFactorEnabled && {
          ...{ label: t("resetTwoFactor"), icon: ShieldOff },
          ...{ form: "resetTwoFactor", isInMenu },
        },
      isOther && { label: t("sessions"), icon: LogOut, form: "sessions", isInMenu },
      isOther && {
        ...{ label: t(form), icon: isActive ? UserX : UserCheck },
        ...{ isDangerous: isActive, form, isInMenu },
      },
    ];
  };
}

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
