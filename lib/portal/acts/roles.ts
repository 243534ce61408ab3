/** Roles of portal users. The order is that of growing power. */
export const ROLES = [
  "cashier",
  "read_only",
  "marketing",
  "finance",
  "supervisor",
  "merchant_admin",
  "programme_operator",
] as const;
export type Role = (typeof ROLES)[number];

/** Those to whom customers and their wallets are shown. */
export const SERVING_ROLES = [
  "cashier",
  "supervisor",
  "merchant_admin",
  "programme_operator",
] as const satisfies readonly Role[];

/** Those who serve customers at a branch. */
export const TILL_ROLES = ["cashier", "supervisor", "merchant_admin"] as const satisfies readonly Role[];

/** Those who administer: a merchant's own, or the whole programme. */
export const ADMIN_ROLES = ["merchant_admin", "programme_operator"] as const satisfies readonly Role[];

export function isAdminRole(role: Role): boolean {
  return ADMIN_ROLES.some((admin) => admin === role);
}

/** Those who read reports. */
export const REPORT_ROLES = [
  "read_only",
  "marketing",
  "finance",
  "supervisor",
  "merchant_admin",
  "programme_operator",
] as const satisfies readonly Role[];

/** Those who read what is owed to customers. */
export const OWED_ROLES = [
  "read_only",
  "finance",
  "merchant_admin",
  "programme_operator",
] as const satisfies readonly Role[];

/** Those who read reports and look after wallets at a desk. */
export const DESK_ROLES = [
  "supervisor",
  "merchant_admin",
  "programme_operator",
] as const satisfies readonly Role[];

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
