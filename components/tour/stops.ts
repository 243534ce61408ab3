import type { Role } from "@/lib/portal/acts/roles";

/** Something that the tour points at. */
export interface TourStop {
  /** Its texts. */
  key:
    | "box"
    | "today"
    | "shifts"
    | "coupons"
    | "customers"
    | "dealsToday"
    | "reports"
    | "newDeal"
    | "lists"
    | "merchants"
    | "programme"
    | "clients"
    | "account";
  /** The page that it is on; absent where it is on every page. */
  path?: string;
  /** The real element, as a selector: the first that is in view. */
  target: string;
}

const link = (path: string) => `nav a[href="${path}"]`;
const ACCOUNT = { key: "account", target: "header button[aria-haspopup=menu]" } as const satisfies TourStop;
const BOX = { key: "box", path: "/till", target: "[data-first-field]" } as const satisfies TourStop;
const TODAY = { key: "today", path: "/till", target: link("/today") } as const satisfies TourStop;
const SHIFTS = { key: "shifts", path: "/today", target: "main h1" } as const satisfies TourStop;
const COUPONS = { key: "coupons", path: "/manage/coupons", target: "main h1" } as const satisfies TourStop;
const CUSTOMERS = { key: "customers", target: link("/wallets") } as const satisfies TourStop;
const REPORTS = { key: "reports", target: link("/reports") } as const satisfies TourStop;
const LISTS = { key: "lists", path: "/manage/branches", target: "main search" } as const satisfies TourStop;

/** Where the tour stops for each role, in its order. */
export const TOUR_STOPS: Readonly<Record<Role, readonly TourStop[]>> = {
  cashier: [BOX, TODAY, SHIFTS, { key: "dealsToday", target: link("/deals") }, ACCOUNT],
  read_only: [REPORTS, ACCOUNT],
  marketing: [
    { key: "newDeal", path: "/manage/deals", target: 'main a[href="/manage/deals/new"]' },
    COUPONS,
    REPORTS,
    ACCOUNT,
  ],
  finance: [REPORTS, ACCOUNT],
  supervisor: [BOX, TODAY, SHIFTS, CUSTOMERS, REPORTS, ACCOUNT],
  merchant_admin: [
    CUSTOMERS,
    REPORTS,
    { key: "newDeal", path: "/manage/deals", target: 'main a[href="/manage/deals/new"]' },
    COUPONS,
    LISTS,
    ACCOUNT,
  ],
  programme_operator: [
    { key: "merchants", path: "/manage/merchants", target: "main search" },
    { key: "programme", path: "/manage/programme", target: "main h1" },
    { key: "clients", path: "/manage/clients", target: "main search" },
    CUSTOMERS,
    REPORTS,
    ACCOUNT,
  ],
};
