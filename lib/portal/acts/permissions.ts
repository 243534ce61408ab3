import { isAdminRole, OWED_ROLES, REPORT_ROLES, type Role } from "./roles";

const OPERATOR = ["programme_operator"] as const;
const ADMINS = ["merchant_admin", "programme_operator"] as const;
const DESK = ["supervisor", "merchant_admin", "programme_operator"] as const;
/** Those who make offers. */
const OFFERS = ["marketing", "merchant_admin", "programme_operator"] as const;
/** Offers name merchants, branches and tiers. */
const CHOOSERS = ["marketing", "supervisor", "merchant_admin", "programme_operator"] as const;
const READERS = ["finance", "supervisor", "merchant_admin", "programme_operator"] as const;
const EVERYBODY = ["cashier", "supervisor", "merchant_admin", "programme_operator"] as const;

/**
 * Every administrative act and the roles that may do it. Each use case checks the merchant: everybody but the programme's operators acts
 * for their own merchant only. The names of acts that change something are also the `action` of the audit log.
 */
export const PERMISSIONS = {
  "merchant.read": CHOOSERS,
  "merchant.create": OPERATOR,
  "merchant.update": ADMINS,
  "merchant.deactivate": OPERATOR,
  "merchant.reactivate": OPERATOR,
  // A day in the future on which it is stopped.
  "merchant.set_last_day": OPERATOR,
  "branch.read": CHOOSERS,
  "branch.create": ADMINS,
  "branch.update": ADMINS,
  "branch.deactivate": ADMINS,
  "branch.reactivate": ADMINS,
  "branch.export": ADMINS,
  "client.read": ADMINS,
  "client.create": ADMINS,
  "client.update": ADMINS,
  "client.rotate": ADMINS,
  "client.revoke": ADMINS,
  "client.revoke_secret": ADMINS,
  "client.rotate_signing": ADMINS,
  "client.revoke_signing": ADMINS,
  // National ids leave the service, or one till may use all of it: not for one merchant to decide.
  "client.expose_nid": OPERATOR,
  "client.unlimited_rate": OPERATOR,
  // Wider than those of the programme.
  "client.own_limits": OPERATOR,
  "client.reset_sandbox": ADMINS,
  "certification.read": ADMINS,
  "certification.issue": ADMINS,
  "certification.revoke": ADMINS,
  "user.read": ADMINS,
  "user.create": ADMINS,
  "user.invite": ADMINS,
  "user.issue_link": ADMINS,
  "user.update": ADMINS,
  "user.set_password": ADMINS,
  "user.deactivate": ADMINS,
  "user.reactivate": ADMINS,
  "user.end_sessions": ADMINS,
  "user.end_all_sessions": ADMINS,
  "user.reset_two_factor": ADMINS,
  "user.export": ADMINS,
  "permission_set.create": ADMINS,
  "permission_set.update": ADMINS,
  "permission_set.delete": ADMINS,
  "till.read": DESK,
  "till.register": DESK,
  "till.update": DESK,
  "till.revoke": DESK,
  // A code by which cashiers register several devices of a branch themselves.
  "till.open_code": DESK,
  "till.end_code": DESK,
  "till.join": EVERYBODY,
  "shift.open": EVERYBODY,
  // The desk closes another person's shift, and the service itself does when the day is over.
  "shift.close": EVERYBODY,
  "shift.hand_over": EVERYBODY,
  "programme.read": CHOOSERS,
  "programme.update": OPERATOR,
  "programme.publish_consent": OPERATOR,
  "programme.put_clock_right": OPERATOR,
  "programme.first_hour": OPERATOR,
  "programme.set_up": OPERATOR,
  "segment.create": OPERATOR,
  "segment.update": OPERATOR,
  "wallet.read": DESK,
  "wallet.enrol": EVERYBODY,
  "wallet.update": DESK,
  "wallet.set_status": ADMINS,
  // A closed wallet is opened again only to mend a mistake.
  "wallet.reopen": OPERATOR,
  "wallet.set_pin": ADMINS,
  "wallet.clear_pin": ADMINS,
  // By the customer, on the display of a till.
  "wallet.choose_pin": EVERYBODY,
  // The customer is there, and agrees.
  "wallet.join": EVERYBODY,
  "wallet.set_segment": ADMINS,
  "wallet.adjust": ADMINS,
  "wallet.approve_adjustment": ADMINS,
  "wallet.merge": ADMINS,
  // Decides whose points a customer spends; a second person approves.
  "wallet.join_family": DESK,
  "wallet.leave_family": DESK,
  "wallet.set_allowance": DESK,
  "wallet.set_type": ADMINS,
  // Said by the customer, to whoever they ask.
  "wallet.withdraw_consent": DESK,
  // Everything that is held about one customer.
  "wallet.read_file": OPERATOR,
  // Erasing is final.
  "wallet.erase": OPERATOR,
  "wallet.release_hold": DESK,
  // Acts that a till may not do alone (rules.md §15).
  "approval.read": DESK,
  "approval.decide": DESK,
  // Movements that the radar holds for review.
  "approval.review": DESK,
  "deal.read": OFFERS,
  "deal.create": OFFERS,
  "deal.update": OFFERS,
  "deal.change_state": OFFERS,
  "deal.duplicate": OFFERS,
  "deal.order": OFFERS,
  "deal.delete": OFFERS,
  "deal.export": OFFERS,
  "promotion.read": OFFERS,
  "promotion.create": OFFERS,
  "promotion.update": OFFERS,
  "promotion.change_state": OFFERS,
  // A rule of the programme: of all merchants' promotions.
  "promotion.set_stacking": OPERATOR,
  "image.store": OFFERS,
  "coupon.read": OFFERS,
  "coupon.issue": ADMINS,
  "coupon.redeem": EVERYBODY,
  "coupon.reopen": EVERYBODY,
  "coupon.void": ADMINS,
  "coupon_template.create": OFFERS,
  "coupon_template.update": OFFERS,
  "coupon_template.change_state": OFFERS,
  // Many at once, by hand or by a file.
  "coupon_issue.create": ADMINS,
  "coupon_issue.stop": ADMINS,
  "coupon_issue.take_back": ADMINS,
  "category.read": ADMINS,
  // All merchants share them.
  "category.create": OPERATOR,
  "category.update": OPERATOR,
  "category.deactivate": OPERATOR,
  "category.reactivate": OPERATOR,
  // Many wallets at once, and what is known of many customers at once.
  "wallet.import": ADMINS,
  "wallet.join_many": ADMINS,
  "wallet.export": ADMINS,
  "webhook.read": ADMINS,
  "webhook.create": ADMINS,
  "webhook.update": ADMINS,
  "webhook.rotate": ADMINS,
  "webhook.enable": ADMINS,
  "webhook.disable": ADMINS,
  "webhook.delete": ADMINS,
  "audit.read": ADMINS,
  "radar.read": DESK,
  "radar.run": DESK,
  "radar_case.open": DESK,
  "radar_case.assign": DESK,
  "radar_case.note": DESK,
  "radar_case.close": DESK,
  "user.set_numbers": ADMINS,
  "report.read": REPORT_ROLES,
  // Points owed to customers.
  "owed.read": OWED_ROLES,
  "report_file.create": READERS,
  // Debt of the programme at the end of a month.
  "closed_month.create": OPERATOR,
  "closed_month.reopen": OPERATOR,
  // Register, retention and breaches: the programme answers for its customers' data.
  "privacy.read": OPERATOR,
  "privacy.update": OPERATOR,
} as const satisfies Record<string, readonly Role[]>;

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
