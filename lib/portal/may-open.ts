import type { Role } from "@/lib/areas/roles";
import { MANAGE_AREAS } from "./manage-areas";
import { NAVIGATION, WALLET_AREAS } from "./navigation";

/** The page of one wallet is everybody's, unlike the list of all: cashiers come to it from the till. */
const WALLET_PAGE = /^\/wallets\/\d+$/;

/** Whether the role may open the page at `path`; pages outside the navigation are everybody's. */
export function mayOpen(role: Role, path: string): boolean {
  if (WALLET_PAGE.test(path)) return true;
  return [...NAVIGATION, ...WALLET_AREAS, ...MANAGE_AREAS]
    .filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .every(({ roles }) => roles.includes(role));
}
