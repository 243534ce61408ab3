import type { Rights } from "@/lib/portal/acts/permissions";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { ALL_COMMANDS, isFor, menuFor } from "./commands";

/** Unlike the list of all, the page of one wallet is a cashier's too, who comes to it from the till. */
const WALLET_PAGE = /^\/wallets\/\d+$/;

/** Whether a person may open the page at `path`; pages outside the list of commands are everybody's. */
export function mayOpen(rights: Rights, path: string): boolean {
  if (WALLET_PAGE.test(path)) return SERVING_ROLES.some((serving) => serving === rights.role);
  return ALL_COMMANDS.filter((page) => path === page.path || path.startsWith(`${page.path}/`)).every((page) =>
    isFor(page, rights),
  );
}

/** Where a user lands after signing in: the first page of their navigation. */
export function homeOf(rights: Rights): string {
  return menuFor("main", rights)[0]?.path ?? "/account";
}
