import { type Role, SERVING_ROLES } from "@/lib/portal/acts/roles";
import { ALL_COMMANDS, menuFor } from "./commands";

/** Unlike the list of all, the page of one wallet is a cashier's too, who comes to it from the till. */
const WALLET_PAGE = /^\/wallets\/\d+$/;

/** Whether the role may open the page at `path`; pages outside the list of commands are everybody's. */
export function mayOpen(role: Role, path: string): boolean {
  if (WALLET_PAGE.test(path)) return SERVING_ROLES.some((serving) => serving === role);
  return ALL_COMMANDS.filter((page) => path === page.path || path.startsWith(`${page.path}/`)).every(
    ({ roles }) => roles.includes(role),
  );
}

/** Where a user lands after signing in: the first page of their navigation. */
export function homeOf(role: Role): string {
  return menuFor("main", role)[0]?.path ?? "/account";
}
