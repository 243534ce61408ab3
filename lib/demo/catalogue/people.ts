import { SCOPES, type Scope } from "@/lib/areas/clients/api-client";
import type { ClientKeyedScope } from "@/lib/areas/clients/desk-schemas";
import type { Role } from "@/lib/portal/acts/roles";

// Portal users and API clients of the demo. Names of staff are invented.

export interface DemoStaff {
  username: string;
  name: string;
  role: Role;
  /** null: programme operators belong to no merchant. */
  merchantId: number | null;
  /** Mobile numbers of the branches a cashier works at; the others have all of their merchant's. */
  branches: readonly string[];
  isActive: boolean;
  locale: "en" | "ar";
}

function staff(
  username: string,
  name: string,
  role: Role,
  merchantId: number | null,
  branches: readonly string[] = [],
  more: Partial<Pick<DemoStaff, "isActive" | "locale">> = {},
): DemoStaff {
  return { username, name, role, merchantId, branches, isActive: true, locale: "ar", ...more };
}

/** Everybody's password is the user name followed by "-demo". The first four are fixed. */
export const STAFF: readonly DemoStaff[] = [
  staff("cashier", "مريم عادل", "cashier", 1, ["01000000001"]),
  staff("supervisor", "هاني مصطفى", "supervisor", 1),
  staff("admin", "Dina Farouk", "merchant_admin", 1, [], { locale: "en" }),
  staff("operator", "Karim Sobhy", "programme_operator", null, [], { locale: "en" }),
  staff("nasrcity.evening", "أحمد جلال", "cashier", 1, ["01000000001"]),
  staff("maadi", "نورهان سامي", "cashier", 1, ["01000000002"]),
  staff("smouha", "Youssef Nabil", "cashier", 1, ["01000000004"], { locale: "en" }),
  staff("tanta", "إسراء حمدي", "cashier", 1, ["01000000005"]),
  staff("shubra", "عماد رشدي", "cashier", 1, ["01000000003"], { isActive: false }),
  staff("supervisor.alex", "سلمى الشافعي", "supervisor", 1),
  staff("admin.kanaka", "Laila Hegazy", "merchant_admin", 2, [], { locale: "en" }),
  staff("zamalek", "مينا وجيه", "cashier", 2, ["01000000011"]),
  staff("tagamoa", "Habiba Ezzat", "cashier", 2, ["01000000012", "01000000014"], { locale: "en" }),
  staff("mansoura", "محمود الدسوقي", "cashier", 2, ["01000000013"]),
  staff("admin.khayt", "رانيا فؤاد", "merchant_admin", 3),
  staff("talaatharb", "شيماء عبد الله", "cashier", 3, ["01000000021"]),
  staff("korba", "Sherif Anwar", "cashier", 3, ["01000000022"], { locale: "en" }),
  staff("admin.nabd", "Tamer Zaki", "merchant_admin", 4, [], { locale: "en" }),
  staff("mohandessin", "عمرو حسين", "cashier", 4, ["01000000031"]),
  staff("admin.yansoun", "منى الجندي", "merchant_admin", 5),
  staff("october", "دعاء إبراهيم", "cashier", 5, ["01000000041"]),
  staff("admin.bahary", "حسن البحيري", "merchant_admin", 6),
  staff("bahary", "كيرلس منير", "cashier", 6, ["01000000051"]),
  staff("finance", "Nadia Roushdy", "programme_operator", null, [], { locale: "en" }),
];

export interface DemoClient {
  /** The ClientId itself. Only its hash and last 4 characters are stored. */
  secret: string;
  /** A second live secret, half way through a rotation. */
  nextSecret?: string;
  name: string;
  merchantId: number;
  scopes: readonly Scope[];
  /** null: all branches of the merchant. */
  branches: readonly string[] | null;
  /** Requests per second and at once; null = no limit. */
  rate: readonly [perSecond: number, burst: number] | null;
  keyRequiredFor: readonly ClientKeyedScope[];
  legacyHttp200: boolean;
  /** Takes nothing but what the contract says (rules.md §3). */
  isStrict: boolean;
  issuedDaysAgo: number;
  isRevoked: boolean;
  isExpired: boolean;
}

function client(
  secret: string,
  name: string,
  merchantId: number,
  more: Partial<DemoClient> = {},
): DemoClient {
  return {
    secret,
    name,
    merchantId,
    scopes: SCOPES,
    branches: null,
    rate: [100, 200],
    keyRequiredFor: [],
    legacyHttp200: false,
    isStrict: false,
    issuedDaysAgo: 420,
    isRevoked: false,
    isExpired: false,
    ...more,
  };
}

/** Those that the portal's form has chosen: the operations of the interface itself, and reading a wallet. */
const AS_ISSUED = ["reward", "redeem", "refund", "cancel", "deals", "wallet"] as const;

/** The first seven and the last two are fixed: documentation, examples and tests rely on them. */
export const CLIENTS: readonly DemoClient[] = [
  client("pis_test_demo", "Tarh tills", 1, { rate: null }),
  client("pis_test_deals_only", "Tarh website", 1, { scopes: ["deals"] }),
  client("pis_test_revoked", "Tarh old tills", 1, { isRevoked: true }),
  client("pis_test_key_required", "Tarh delivery", 1, {
    keyRequiredFor: ["reward", "redeem", "refund", "cancel", "enrol"],
  }),
  client("pis_test_http200", "Tarh accounting bridge", 1, { legacyHttp200: true }),
  client("pis_test_limited", "Tarh kiosk", 1, { rate: [5, 5] }),
  client("pis_test_merchant2", "Kanaka tills", 2),
  client("pis_test_branch_smouha", "Tarh Smouha self-checkout", 1, { branches: ["01000000004"] }),
  client("pis_test_expired", "Tarh pilot", 1, { isExpired: true, issuedDaysAgo: 150 }),
  client("pis_test_khayt", "Khayt & Noul tills", 3, { keyRequiredFor: ["redeem"] }),
  client("pis_test_nabd", "Nabd tills", 4, { nextSecret: "pis_test_nabd_next", keyRequiredFor: ["redeem"] }),
  client("pis_test_yansoun", "Yansoun tills", 5, { keyRequiredFor: ["redeem"] }),
  client("pis_test_bahary", "Sofret Bahary tills", 6, { keyRequiredFor: ["redeem"] }),
  client("pis_test_fresh", "Tarh new tills", 1, { scopes: AS_ISSUED, issuedDaysAgo: 0 }),
  client("pis_test_strict", "Tarh till under test", 1, { isStrict: true }),
];
