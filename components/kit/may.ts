import { isAllowed, type Rights } from "@/lib/portal/acts/permissions";
import type { Endpoint } from "@/lib/portal/contract";

/** Whether a person may use the endpoint at all; the server checks it again, with branch and merchant. */
export function may(rights: Rights, { may: needed }: Pick<Endpoint, "may">): boolean {
  return needed === "public" || isAllowed(rights, needed);
}
