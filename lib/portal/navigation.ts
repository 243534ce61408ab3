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
  { key: "manage", path: "/manage", roles: ["supervisor", "merchant_admin", "programme_operator"] },
];

/** A section of the wallets page. The key names its icon and its text. */
export interface WalletArea {
  key: "search" | "enrol" | "approvals" | "adjustments" | "imports";
  path: string;
  roles: readonly Role[];
}

const ADMINS: readonly Role[] = ["merchant_admin", "programme_operator"];

const DESK: readonly Role[] = ["supervisor", "merchant_admin", "programme_operator"];

/** What there is to do with wallets, in its order. */
export const WALLET_AREAS: readonly WalletArea[] = [
  { key: "search", path: "/wallets", roles: DESK },
  { key: "enrol", path: "/wallets/enrol", roles: DESK },
  { key: "approvals", path: "/wallets/approvals", roles: DESK },
  { key: "adjustments", path: "/wallets/adjustments", roles: ADMINS },
  { key: "imports", path: "/wallets/imports", roles: ADMINS },
];

export function walletAreasFor(role: Role): readonly WalletArea[] {
  return WALLET_AREAS.filter(({ roles }) => roles.includes(role));
}

export function navigationFor(role: Role): readonly NavigationItem[] {
  return NAVIGATION.filter(({ roles }) => roles.includes(role));
}

/** Where a user lands after signing in. */
export function homeOf(role: Role): string {
  return navigationFor(role)[0]?.path ?? "/account";
}

/** The path to go to after signing in, when it is one of this portal's pages; otherwise null. */
export function safeReturnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\s]|^\/(?:api|sign-in)\b/.test(next)) return null;
  return next;
}
