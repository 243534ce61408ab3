import {
  Building2,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  CircleQuestionMark,
  Coins,
  Combine,
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
  LockKeyhole,
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
import { isAllowed, type Needed, type Rights } from "@/lib/portal/acts/permissions";
import { REPORT_ROLES, ROLES, TILL_ROLES } from "@/lib/portal/acts/roles";

/** The name of a text: "pages.till". */
export type CommandText = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Parts of the settings. */
type SettingsGroup = "merchant" | "developers" | "security" | "programme";

/** A destination or act, available anywhere in the portal. */
export interface Command {
  id: string;
  text: CommandText;
  /** Absent of a page that leads to those below it: open to those who may open one of them. */
  may?: Needed;
  icon: LucideIcon;
  /** The page that it opens, `?act=` with what is to be begun there; absent: components/shell/commands.tsx does it. */
  path?: `/${string}`;
  /** The menu that it stands in; in none, it is found by its name only. */
  menu?: "main" | "wallets" | "offers" | "manage" | "begin" | "account";
  /** The part of the settings that it belongs to. */
  group?: SettingsGroup;
  /** Those in whose menu it does not stand: another page there leads to it. */
  unless?: Needed;
  /** Each a way to it by keyboard: keys pressed one after the other, as components/shell/shortcuts.tsx names them. */
  keys?: readonly string[];
}

/**
 * The portal's pages and acts, in the order of their menus: navigation, menus, shortcuts, their help, the palette of commands and the
 * question who may open a page all go by this list and by nothing else. Other words that an act is found by stand under its name in
 * `commands.also` of the texts.
 */
// biome-ignore format: one line for each.
export const COMMANDS = [
  { id: "home", text: "pages.home", path: "/home", may: REPORT_ROLES, icon: House, menu: "main", keys: ["G H"] },
  { id: "till", text: "pages.till", path: "/till", may: TILL_ROLES, icon: ScanLine, menu: "main", keys: ["G T"] },
  { id: "today", text: "pages.today", path: "/today", may: TILL_ROLES, icon: CalendarDays, menu: "main", unless: REPORT_ROLES, keys: ["G Y"] },
  { id: "wallets", text: "pages.wallets", path: "/wallets", may: "wallet.read", icon: WalletCards, menu: "main", keys: ["G W"] },
  { id: "deals", text: "pages.deals", path: "/deals", may: ROLES, icon: TicketPercent, menu: "main", unless: "deal.read", keys: ["G D"] },
  { id: "offers", text: "pages.offers", path: "/offers", may: "deal.read", icon: TicketPercent, menu: "main", keys: ["G O"] },
  { id: "reports", text: "pages.reports", path: "/reports", may: "report.read", icon: ChartColumn, menu: "main", keys: ["G R"] },
  { id: "requests", text: "pages.requests", path: "/requests", may: "approval.read", icon: Inbox, menu: "main", keys: ["G Q"] },
  { id: "manage", text: "pages.manage", path: "/manage", icon: Settings2, menu: "main", keys: ["G M"] },

  { id: "search", text: "wallets.desk.areas.search", path: "/wallets", may: "wallet.read", icon: Search, menu: "wallets" },
  { id: "enrol", text: "wallets.desk.areas.enrol", path: "/wallets/enrol", may: "wallet.read", icon: UserPlus, menu: "wallets" },
  { id: "imports", text: "wallets.desk.areas.imports", path: "/wallets/imports", may: "wallet.import", icon: FileUp, menu: "wallets" },

  { id: "manageDeals", text: "deals.title", path: "/manage/deals", may: "deal.read", icon: TicketPercent, menu: "offers" },
  { id: "promotions", text: "promotions.title", path: "/manage/promotions", may: "promotion.read", icon: Gift, menu: "offers" },
  { id: "coupons", text: "coupons.title", path: "/manage/coupons", may: "coupon.read", icon: Ticket, menu: "offers" },
  { id: "offerCalendar", text: "offers.calendar.title", path: "/manage/calendar", may: "deal.read", icon: CalendarRange, menu: "offers" },
  { id: "merchants", text: "merchants.title", path: "/manage/merchants", may: "merchant.create", icon: Store, menu: "manage", group: "merchant" },
  { id: "branches", text: "branches.title", path: "/manage/branches", may: "branch.update", icon: Building2, menu: "manage", group: "merchant" },
  { id: "staff", text: "staff.title", path: "/manage/staff", may: "user.read", icon: UsersRound, menu: "manage", group: "merchant" },
  { id: "tills", text: "tills.title", path: "/manage/tills", may: "till.read", icon: MonitorSmartphone, menu: "manage", group: "merchant" },
  { id: "clients", text: "clients.title", path: "/manage/clients", may: "client.read", icon: KeyRound, menu: "manage", group: "developers" },
  { id: "webhooks", text: "webhooks.title", path: "/manage/webhooks", may: "webhook.read", icon: Webhook, menu: "manage", group: "developers" },
  { id: "audit", text: "audit.title", path: "/manage/audit", may: "audit.read", icon: History, menu: "manage", group: "security" },
  { id: "programme", text: "programme.title", path: "/manage/programme", may: "programme.update", icon: SlidersHorizontal, menu: "manage", group: "programme" },
  { id: "categories", text: "categories.title", path: "/manage/categories", may: "category.update", icon: Shapes, menu: "manage", group: "programme" },
  { id: "privacy", text: "privacy.title", path: "/manage/privacy", may: "privacy.read", icon: Fingerprint, menu: "manage", group: "programme" },

  { id: "radar", text: "radar.title", path: "/reports/radar", may: "radar.read", icon: Radar },
  { id: "dayReport", text: "today.report.open", path: "/today/report", may: TILL_ROLES, icon: FileText },
  { id: "tryIt", text: "clients.tryIt.title", path: "/manage/clients/try-it", may: "client.read", icon: FlaskConical },

  { id: "adjust", text: "commands.acts.adjust", may: "wallet.adjust", icon: Coins, menu: "begin" },
  { id: "merge", text: "commands.acts.merge", may: "wallet.merge", icon: Combine, menu: "begin" },
  { id: "newImport", text: "commands.acts.newImport", path: "/wallets/imports", may: "wallet.import", icon: FileUp, menu: "begin" },
  { id: "newDeal", text: "commands.acts.newDeal", path: "/manage/deals/new", may: "deal.create", icon: TicketPlus, menu: "begin" },
  { id: "newPromotion", text: "commands.acts.newPromotion", path: "/manage/promotions?act=new", may: "promotion.create", icon: Gift, menu: "begin" },
  { id: "newCoupon", text: "commands.acts.newCoupon", path: "/manage/coupons?act=new", may: "coupon_template.create", icon: Ticket, menu: "begin" },
  { id: "invite", text: "commands.acts.invite", path: "/manage/staff?act=invite", may: "user.invite", icon: UserPlus, menu: "begin" },
  { id: "newBranch", text: "commands.acts.newBranch", path: "/manage/branches?act=new", may: "branch.create", icon: Building2, menu: "begin" },
  { id: "newClient", text: "commands.acts.newClient", path: "/manage/clients?act=new", may: "client.create", icon: KeyRound, menu: "begin" },
  { id: "newWebhook", text: "commands.acts.newWebhook", path: "/manage/webhooks?act=new", may: "webhook.create", icon: Webhook, menu: "begin" },

  { id: "account", text: "shell.account", path: "/account", may: ROLES, icon: UserRound, menu: "account" },
  { id: "language", text: "shell.switchLanguage", may: ROLES, icon: Languages, menu: "account" },
  { id: "light", text: "commands.acts.light", may: ROLES, icon: Sun },
  { id: "dark", text: "commands.acts.dark", may: ROLES, icon: Moon },
  { id: "system", text: "commands.acts.system", may: ROLES, icon: Monitor },
  { id: "palette", text: "shell.commands", may: ROLES, icon: CommandIcon, menu: "account", keys: ["Mod+K"] },
  { id: "help", text: "shell.help", may: ROLES, icon: CircleQuestionMark, menu: "account", keys: ["F1"] },
  { id: "shortcuts", text: "shell.shortcuts", may: ROLES, icon: Keyboard, menu: "account", keys: ["?"] },
  { id: "lock", text: "shell.lock", may: TILL_ROLES, icon: LockKeyhole, menu: "account" },
  { id: "signOut", text: "shell.signOut", may: ROLES, icon: LogOut, menu: "account" },
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

/** Commands of a person's menu, in their order. */
export function menuFor<Name extends Menu>(menu: Name, rights: Rights): readonly MenuCommand<Name>[] {
  return COMMANDS.filter(
    (command): command is MenuCommand<Name> =>
      "menu" in command &&
      command.menu === menu &&
      isFor(command, rights) &&
      // Marketing has offers below this address, and no settings.
      (command.id !== "manage" || menuFor("manage", rights).length > 0) &&
      !("unless" in command && isAllowed(rights, command.unless)),
  );
}

/** The till and its day, with the shifts, for those in whose bar the till leads to both. */
export function tillPages(rights: Rights): readonly Extract<Known, { id: "till" | "today" }>[] {
  const pages = COMMANDS.filter((command) => command.id === "till" || command.id === "today");
  return isAllowed(rights, REPORT_ROLES) ? pages.filter((page) => isFor(page, rights)) : [];
}

/** All that a person can go to or do. */
export function commandsFor(rights: Rights): readonly (Command & { id: CommandId })[] {
  return ALL_COMMANDS.filter((command) => isFor(command, rights));
}

/** Whether a command is a person's: the permission or role, or any page below it. */
export function isFor({ may, path }: Command, rights: Rights): boolean {
  if (may !== undefined) return isAllowed(rights, may);
  return ALL_COMMANDS.some((one) => one.path?.startsWith(`${path}/`) && isFor(one, rights));
}
