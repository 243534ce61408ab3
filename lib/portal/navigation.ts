import { ROLES, type Role } from "@/lib/areas/roles";

/** A page of the main navigation. The key names its icon and its texts. */
export interface NavigationItem {
  key: "till" | "today" | "wallets" | "deals" | "reports" | "manage";
  path: string;
  roles: readonly Role[];
}

/** The main navigation, in its order. Who may open a page is asked here and nowhere else. */
export const NAVIGATION: readonly NavigationItem[] = [
  { key: "till", path: "/till", roles: ["cashier", "supervisor", "merchant_admin"] },
  { key: "today", path: "/today", roles: ["cashier", "supervisor", "merchant_admin"] },
  { key: "wallets", path: "/wallets", roles: ["supervisor", "merchant_admin", "programme_operator"] },
  { key: "deals", path: "/deals", roles: ROLES },
  { key: "reports", path: "/reports", roles: ["supervisor", "merchant_admin", "programme_operator"] },
  { key: "manage", path: "/manage", roles: ["merchant_admin", "programme_operator"] },
];

/** A section of the wallets page. The key names its icon and its text. */
export interface WalletArea {
  key: "search" | "enrol" | "adjustments" | "imports";
  path: string;
  roles: readonly Role[];
}

/** A section of the manage page. The key names its icon and its text. */
export interface ManageArea {
  key:
    | "deals"
    | "categories"
    | "merchants"
    | "branches"
    | "staff"
    | "clients"
    | "programme"
    | "webhooks"
    | "audit";
  path: string;
  roles: readonly Role[];
}

const ADMINS: readonly Role[] = ["merchant_admin", "programme_operator"];

const DESK: readonly Role[] = ["supervisor", "merchant_admin", "programme_operator"];

/** What there is to do with wallets, in its order. */
export const WALLET_AREAS: readonly WalletArea[] = [
  { key: "search", path: "/wallets", roles: DESK },
  { key: "enrol", path: "/wallets/enrol", roles: DESK },
  { key: "adjustments", path: "/wallets/adjustments", roles: ADMINS },
  { key: "imports", path: "/wallets/imports", roles: ADMINS },
];

export function walletAreasFor(role: Role): readonly WalletArea[] {
  return WALLET_AREAS.filter(({ roles }) => roles.includes(role));
}

/** What there is to manage, in its order. */
export const MANAGE_AREAS: readonly ManageArea[] = [
  { key: "deals", path: "/manage/deals", roles: ADMINS },
  { key: "categories", path: "/manage/categories", roles: ["programme_operator"] },
  { key: "merchants", path: "/manage/merchants", roles: ["programme_operator"] },
  { key: "branches", path: "/manage/branches", roles: ADMINS },
  { key: "staff", path: "/manage/staff", roles: ADMINS },
  { key: "clients", path: "/manage/clients", roles: ADMINS },
  { key: "programme", path: "/manage/programme", roles: ["programme_operator"] },
  { key: "webhooks", path: "/manage/webhooks", roles: ADMINS },
  { key: "audit", path: "/manage/audit", roles: ADMINS },
];

export function manageAreasFor(role: Role): readonly ManageArea[] {
  return MANAGE_AREAS.filter(({ roles }) => roles.includes(role));
}

export function navigationFor(role: Role): readonly NavigationItem[] {
  return NAVIGATION.filter(({ roles }) => roles.includes(role));
}

/** Where a user lands after signing in. */
export function homeOf(role: Role): string {
  return navigationFor(role)[0]?.path ?? "/account";
}

/** The page of one wallet is everybody's, unlike the list of all: cashiers come to it from the till. */
const WALLET_PAGE = /^\/wallets\/\d+$/;

/** Whether the role may open the page at `path`; pages outside the navigation are everybody's. */
export function mayOpen(role: Role, path: string): boolean {
  if (WALLET_PAGE.test(path)) return true;
  return [...NAVIGATION, ...WALLET_AREAS, ...MANAGE_AREAS]
    .filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .every(({ roles }) => roles.includes(role));
}

/** The path to go to after signing in, when it is one of this portal's pages; otherwise null. */
export function safeReturnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\s]|^\/(?:api|sign-in)\b/.test(next)) return null;
  return next;
}
