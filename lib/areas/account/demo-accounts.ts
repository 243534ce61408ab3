import type { Role } from "@/lib/portal/acts/roles";

/** The accounts that the demo data contains, shown on the sign-in page while it is loaded and never otherwise. */
export const DEMO_ACCOUNTS = [
  { username: "cashier", password: "cashier-demo", role: "cashier" },
  { username: "supervisor", password: "supervisor-demo", role: "supervisor" },
  { username: "admin", password: "admin-demo", role: "merchant_admin" },
  { username: "operator", password: "operator-demo", role: "programme_operator" },
] as const satisfies readonly { username: string; password: string; role: Role }[];
export type DemoAccount = (typeof DEMO_ACCOUNTS)[number];
