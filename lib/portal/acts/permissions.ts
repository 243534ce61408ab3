import { PERMISSIONS } from "./generated/permissions";
import { isAdminRole, type Role } from "./roles";

export { PERMISSIONS };
export type AdminAction = keyof typeof PERMISSIONS;

export const ADMIN_ACTIONS = Object.keys(PERMISSIONS) as AdminAction[];

/** Names of merchants, branches and tiers, which forms of offers choose from. */
const NAMES: readonly AdminAction[] = ["merchant.read", "branch.read", "programme.read"];

/** Reads of other subjects that the pages of an act need, by the act or else its subject. */
const PAGES_READ: Readonly<Record<string, readonly AdminAction[]>> = {
  certification: ["client.read"],
  client: NAMES,
  coupon_issue: ["coupon.read"],
  coupon_template: ["coupon.read", ...NAMES],
  deal: NAMES,
  owed: ["report.read"],
  permission_set: ["user.read"],
  promotion: NAMES,
  radar_case: ["radar.read"],
  report_file: ["report.read"],
  "approval.review": ["radar.read"],
  user: ["branch.read"],
  "user.set_numbers": ["radar.read"],
  wallet: ["programme.read"],
  "wallet.approve_adjustment": ["approval.read"],
};

const readsKnown = new Map<AdminAction, ReadonlySet<AdminAction>>();

/** Reads for the pages of an act, of its subject and of others. A role that has the act without the read does it on pages that need none. */
function readsOf(action: AdminAction): ReadonlySet<AdminAction> {
  const known = readsKnown.get(action);
  if (known) return known;
  const [subject = ""] = action.split(".");
  const named: readonly string[] = [`${subject}.read`, ...(PAGES_READ[action] ?? PAGES_READ[subject] ?? [])];
  const isOfRoles = (read: AdminAction) => PERMISSIONS[action].every((role) => isGiven({ role }, read));
  const own = ADMIN_ACTIONS.filter((read) => read !== action && named.includes(read) && isOfRoles(read));
  const reads = new Set(own.flatMap((read) => [read, ...readsOf(read)]));
  readsKnown.set(action, reads);
  return reads;
}

/** A merchant's own set of permissions, as it departs from the role that it begins with. */
export interface PermissionSet {
  name: string;
  added: readonly string[];
  removed: readonly string[];
}

/** The role of a person, and the set of those who were given one: together they decide the permissions. */
export interface Rights {
  role: Role;
  set?: PermissionSet | null | undefined;
}

/** A permission, or the roles where no permission is named. */
export type Needed = AdminAction | readonly Role[];

/**
 * Whether a person may do the act at all (rules.md §16). A set adds nothing that is the programme's alone, and includes the reads that
 * the pages of its acts need. Pure; every check of the server and of the browser asks here.
 */
export function isPermitted(rights: Rights, action: AdminAction): boolean {
  return isGiven(rights, action) || isNeeded(rights, action);
}

function isGiven({ role, set }: Rights, action: AdminAction): boolean {
  if (set?.removed.includes(action)) return false;
  const roles: readonly Role[] = PERMISSIONS[action];
  return roles.includes(role) || (set?.added.includes(action) === true && isOfMerchants(action));
}

/** Whether other acts of a set need the read for their pages, so that the set has it whatever it says. */
export function isNeeded(rights: Rights, read: AdminAction): boolean {
  return !!rights.set && ADMIN_ACTIONS.some((action) => readsOf(action).has(read) && isGiven(rights, action));
}

/** Condition of a query that finds all who have the permission, and some whose set takes it away: {@link isPermitted} decides. */
export const mayHave = (action: AdminAction) => [
  { role: { in: [...PERMISSIONS[action]] } },
  { permissionSetId: { not: null } },
];

/** {@link isPermitted}, or whether the person has one of the roles. */
export function isAllowed(rights: Rights, needed: Needed): boolean {
  return typeof needed === "string" ? isPermitted(rights, needed) : needed.includes(rights.role);
}

/** Whether a role of merchants has the permission. */
export function isOfMerchants(action: AdminAction): boolean {
  return PERMISSIONS[action].some((role) => role !== "programme_operator");
}

/** Whether admins and operators alone have the permission by their role. */
export function isAdminsAlone(action: AdminAction): boolean {
  return PERMISSIONS[action].every(isAdminRole);
}

/** Whether a person administers: an admin or operator, or one whose set adds a permission that is {@link isAdminsAlone}. */
export function isAdmin(rights: Rights): boolean {
  return (
    isAdminRole(rights.role) ||
    ADMIN_ACTIONS.some((action) => isAdminsAlone(action) && isPermitted(rights, action))
  );
}

/** Whether all that the second person may do, the first may as well. */
export function hasAllOf(rights: Rights, others: Rights): boolean {
  return ADMIN_ACTIONS.every((action) => !isPermitted(others, action) || isPermitted(rights, action));
}
