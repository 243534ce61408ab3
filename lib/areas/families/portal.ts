import type { Family, FamilyMember } from "@/lib/ledger/core/types";
import { maskCode, maskName } from "@/lib/platform/mask";
import type { ShownFamily, ShownMember } from "./schemas";

/** A family as pages show it: the others by what is needed to recognise them. */
export function shownFamily(family: Family | null): ShownFamily | null {
  if (family === null) return null;
  const { role, parent, children, allowance } = family;
  return { role, parent: parent && memberOf(parent), children: children.map(memberOf), allowance };
}

function memberOf({ id, walletCode, name, role, statusId }: FamilyMember): ShownMember {
  return { id, code: maskCode(walletCode), name: name && maskName(name), role, statusId };
}

/** The wallets of the family's others: whoever sees the family may open them. */
export function membersOf(family: Family | null): number[] {
  if (family === null) return [];
  const { parent, children } = family;
  return [...(parent === null ? [] : [parent.id]), ...children.map(({ id }) => id)];
}
