import {
  Building2,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  Coins,
  Command as CommandIcon,
  FileText,
  FileUp,
  Fingerprint,
  FlaskConical,
  Gift,
  History,
  House,
  Inbox,
  Keyboard,
  KeyRound,
  Languages,
  ListOrdered,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  Radar,
  ScanLine,
  Search,
  Settings2,
  Shapes,
  ShieldAlert,
  SlidersHorizontal,
  Store,
  Sun,
  Ticket,
  TicketPercent,
  TicketPlus,
  UserPlus,
  UserRound,
  UsersRound,
  WalletCards,
  Webhook,
} from "lucide-react";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import type { Messages } from "@/lib/platform/messages";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import { ADMIN_ROLES, DESK_ROLES, REPORT_ROLES, ROLES, type Role, TILL_ROLES } from "@/lib/portal/acts/roles";

/** The name of a text: "pages.till". */
export type CommandText = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** A destination or act, available anywhere in the portal. */
interface Command {
  id: string;
  text: CommandText;
  roles: readonly Role[];
  icon: LucideIcon;
  /** The page that it opens, `?act=` with what is to be begun there; absent: components/shell/commands.tsx does it. */
  path?: `/${string}`;
  /** The menu that it stands in; in none, it is found by its name only. */
  menu?: "main" | "wallets" | "offers" | "manage" | "account";
  /** Roles in whose menu it does not stand: another page there leads to it. */
  unless?: readonly Role[];
  /** Each a way to it by keyboard: keys pressed one after the other, as components/shell/shortcuts.tsx names them. */
  keys?: readonly string[];
}

/** Those who have a page among the settings. */
const MANAGING_ROLES = ["marketing", ...DESK_ROLES] as const satisfies readonly Role[];
const OPERATORS = ["programme_operator"] as const satisfies readonly Role[];

/**
 * The portal's pages and acts, in the order of their menus: navigation, menus, shortcuts, their help, the palette of commands and the
 * question who may open a page all go by this list and by nothing else. Other words that an act is found by stand under its name in
 * `commands.also` of the texts.
 */
// biome-ignore format: one line for each.
export const COMMANDS = [
  { id: "home", text: "pages.home", path: "/home", roles: REPORT_ROLES, icon: House, menu: "main", keys: ["G H"] },
  { id: "till", text: "pages.till", path: "/till", roles: TILL_ROLES, icon: ScanLine, menu: "main", keys: ["G T"] },
  { id: "today", text: "pages.today", path: "/today", roles: TILL_ROLES, icon: CalendarDays, menu: "main", keys: ["G Y"] },
  { id: "wallets", text: "pages.wallets", path: "/wallets", roles: DESK_ROLES, icon: WalletCards, menu: "main", keys: ["G W"] },
  { id: "deals", text: "pages.deals", path: "/deals", roles: ROLES, icon: TicketPercent, menu: "main", unless: PERMISSIONS["deal.read"], keys: ["G D"] },
  { id: "offers", text: "pages.offers", path: "/offers", roles: PERMISSIONS["deal.read"], icon: TicketPercent, menu: "main", keys: ["G O"] },
  { id: "reports", text: "pages.reports", path: "/reports", roles: REPORT_ROLES, icon: ChartColumn, menu: "main", keys: ["G R"] },
  { id: "requests", text: "pages.requests", path: "/requests", roles: DESK_ROLES, icon: Inbox, menu: "main", keys: ["G Q"] },
  { id: "manage", text: "pages.manage", path: "/manage", roles: MANAGING_ROLES, icon: Settings2, menu: "main", keys: ["G M"] },

  { id: "search", text: "wallets.desk.areas.search", path: "/wallets", roles: DESK_ROLES, icon: Search, menu: "wallets" },
  { id: "enrol", text: "wallets.desk.areas.enrol", path: "/wallets/enrol", roles: DESK_ROLES, icon: UserPlus, menu: "wallets" },
  { id: "imports", text: "wallets.desk.areas.imports", path: "/wallets/imports", roles: ADMIN_ROLES, icon: FileUp, menu: "wallets" },

  { id: "manageDeals", text: "deals.title", path: "/manage/deals", roles: PERMISSIONS["deal.read"], icon: TicketPercent, menu: "offers" },
  { id: "promotions", text: "promotions.title", path: "/manage/promotions", roles: PERMISSIONS["promotion.read"], icon: Gift, menu: "offers" },
  { id: "coupons", text: "coupons.title", path: "/manage/coupons", roles: PERMISSIONS["coupon.read"], icon: Ticket, menu: "offers" },
  { id: "offerCalendar", text: "offers.calendar.title", path: "/manage/calendar", roles: PERMISSIONS["deal.read"], icon: CalendarRange, menu: "offers" },
  { id: "categories", text: "categories.title", path: "/manage/categories", roles: OPERATORS, icon: Shapes, menu: "manage" },
  { id: "merchants", text: "merchants.title", path: "/manage/merchants", roles: OPERATORS, icon: Store, menu: "manage" },
  { id: "branches", text: "branches.title", path: "/manage/branches", roles: ADMIN_ROLES, icon: Building2, menu: "manage" },
  { id: "staff", text: "staff.title", path: "/manage/staff", roles: ADMIN_ROLES, icon: UsersRound, menu: "manage" },
  { id: "tills", text: "tills.title", path: "/manage/tills", roles: DESK_ROLES, icon: MonitorSmartphone, menu: "manage" },
  { id: "clients", text: "clients.title", path: "/manage/clients", roles: ADMIN_ROLES, icon: KeyRound, menu: "manage" },
  { id: "programme", text: "programme.title", path: "/manage/programme", roles: OPERATORS, icon: SlidersHorizontal, menu: "manage" },
  { id: "webhooks", text: "webhooks.title", path: "/manage/webhooks", roles: ADMIN_ROLES, icon: Webhook, menu: "manage" },
  { id: "audit", text: "audit.title", path: "/manage/audit", roles: PERMISSIONS["audit.read"], icon: History, menu: "manage" },
  { id: "security", text: "security.title", path: "/manage/security", roles: ADMIN_ROLES, icon: ShieldAlert, menu: "manage" },

  { id: "privacy", text: "privacy.title", path: "/manage/privacy", roles: OPERATORS, icon: Fingerprint, menu: "manage" },

  { id: "radar", text: "radar.title", path: "/reports/radar", roles: DESK_ROLES, icon: Radar },
  { id: "dayReport", text: "today.report.open", path: "/today/report", roles: TILL_ROLES, icon: FileText },
  { id: "dealOrder", text: "deals.desk.order.title", path: "/manage/deals/order", roles: PERMISSIONS["deal.read"], icon: ListOrdered },
  { id: "tryIt", text: "clients.tryIt.title", path: "/manage/clients/try-it", roles: ADMIN_ROLES, icon: FlaskConical },

  { id: "newDeal", text: "commands.acts.newDeal", path: "/manage/deals/new", roles: PERMISSIONS["deal.read"], icon: TicketPlus },
  { id: "invite", text: "commands.acts.invite", path: "/manage/staff?act=invite", roles: ADMIN_ROLES, icon: UserPlus },
  { id: "newBranch", text: "commands.acts.newBranch", path: "/manage/branches?act=new", roles: ADMIN_ROLES, icon: Building2 },
  { id: "newClient", text: "commands.acts.newClient", path: "/manage/clients?act=new", roles: ADMIN_ROLES, icon: KeyRound },
  { id: "adjust", text: "commands.acts.adjust", roles: ADMIN_ROLES, icon: Coins },

  { id: "account", text: "shell.account", path: "/account", roles: ROLES, icon: UserRound, menu: "account" },
  { id: "language", text: "shell.switchLanguage", roles: ROLES, icon: Languages, menu: "account" },
  { id: "light", text: "commands.acts.light", roles: ROLES, icon: Sun },
  { id: "dark", text: "commands.acts.dark", roles: ROLES, icon: Moon },
  { id: "system", text: "commands.acts.system", roles: ROLES, icon: Monitor },
  { id: "palette", text: "shell.commands", roles: ROLES, icon: CommandIcon, menu: "account", keys: ["Mod+K"] },
  { id: "shortcuts", text: "shell.shortcuts", roles: ROLES, icon: Keyboard, menu: "account", keys: ["?", "F1"] },
  { id: "signOut", text: "shell.signOut", roles: ROLES, icon: LogOut, menu: "account" },
] as const satisfies readonly Command[];

type Known = (typeof COMMANDS)[number];
export type CommandId = Known["id"];
type Menu = NonNullable<Command["menu"]>;
/** A command of one menu. */
export type MenuCommand<Name extends Menu> = Extract<Known, { menu: Name }>;
/** A command that no page does. */
export type ActId = Exclude<Known, { path: string }>["id"];
/** The word of an area in its address. */
export type ManageAreaKey = Exclude<
  MenuCommand<"manage" | "offers">,
  { id: "offerCalendar" }
>["path"] extends `/manage/${infer Key}`
  ? Key
  : never;

/** Whether the page at `pathname` is one of the offers. */
export function isOffers(pathname: string): boolean {
  return ALL_COMMANDS.some(
    ({ menu, path }) => menu === "offers" && (pathname === path || pathname.startsWith(`${path}/`)),
  );
}

/** The commands as a list of plain ones: what each of them may have. */
export const ALL_COMMANDS: readonly (Command & { id: CommandId })[] = COMMANDS;

/** Commands of a role's menu, in their order. */
export function menuFor<Name extends Menu>(menu: Name, role: Role): readonly MenuCommand<Name>[] {
  return COMMANDS.filter(
    (command): command is MenuCommand<Name> =>
      "menu" in command &&
      command.menu === menu &&
      isFor(command, role) &&
      !("unless" in command && command.unless.some((one) => one === role)),
  );
}

/** All that a role can go to or do. */
export function commandsFor(role: Role): readonly (Command & { id: CommandId })[] {
  return ALL_COMMANDS.filter((command) => isFor(command, role));
}

function isFor({ roles }: { roles: readonly Role[] }, role: Role): boolean {
  return roles.includes(role);
}
