import {
  Building2,
  History,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Shapes,
  ShieldAlert,
  SlidersHorizontal,
  Store,
  TicketPercent,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Role } from "@/lib/areas/roles";

/** A section of the manage page, under the word of its address; `title` of its texts is its name. */
interface Area {
  key: string;
  roles: readonly Role[];
  icon: LucideIcon;
}

const OPERATORS: readonly Role[] = ["programme_operator"];
const ADMINS: readonly Role[] = ["merchant_admin", ...OPERATORS];
const DESK: readonly Role[] = ["supervisor", ...ADMINS];

/** What there is to manage, in its order. */
const AREAS = [
  { key: "deals", roles: ADMINS, icon: TicketPercent },
  { key: "categories", roles: OPERATORS, icon: Shapes },
  { key: "merchants", roles: OPERATORS, icon: Store },
  { key: "branches", roles: ADMINS, icon: Building2 },
  { key: "staff", roles: ADMINS, icon: UsersRound },
  { key: "tills", roles: DESK, icon: MonitorSmartphone },
  { key: "clients", roles: ADMINS, icon: KeyRound },
  { key: "programme", roles: OPERATORS, icon: SlidersHorizontal },
  { key: "webhooks", roles: ADMINS, icon: Webhook },
  { key: "audit", roles: ADMINS, icon: History },
  { key: "security", roles: ADMINS, icon: ShieldAlert },
] as const satisfies readonly Area[];

export type ManageAreaKey = (typeof AREAS)[number]["key"];

export const MANAGE_AREAS = AREAS.map((area) => ({ ...area, path: `/manage/${area.key}` }));

export function manageAreasFor(role: Role) {
  return MANAGE_AREAS.filter(({ roles }) => roles.includes(role));
}
