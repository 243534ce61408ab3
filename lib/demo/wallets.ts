import {
  type FamilyRole,
  WALLET_STATUS,
  type WalletStatusId,
  type WalletType,
} from "@/lib/ledger/rules/types";
import type { ReferralRules } from "@/lib/ledger/with/referrals/words";
import { MERCHANTS } from "./catalogue/merchants";
import { DISTRICTS, FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES } from "./catalogue/names";
import { daysBefore } from "./days";

import { SeededRandom } from "./random";

/** Where and how often a customer shops. */
export interface Habits {
  /** Mobile numbers of the branches, the usual one first. */
  branches: readonly string[];
  visitsPerMonth: number;
  /** Size of the bills beside the merchant's usual ones. */
  billFactor: number;
  /** How likely a visit is paid with points, when there are enough. */
  redeemChance: number;
}

/** A wallet to be loaded. Its points come from its history alone. */
export interface DemoWallet {
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  name: string;
  email: string | null;
  address: string | null;
  gender: "female" | "male" | null;
  /** ISO date. */
  birthDate: string | null;
  nid: string | null;
  /** Index into the segments of the catalogue. */
  segment: number;
  createdAt: Date;
  isOptedIn: boolean;
  redemptionEnabled: boolean;
  pin: string | null;
  /** A PIN that was guessed at until only a reset opens it. */
  hasLockedPin: boolean;
  /** While its history is written. */
  statusBefore: WalletStatusId;
  /** Once its history is written. */
  statusAfter: WalletStatusId;
  mergedInto: string | null;
  habits: Habits | null;
  /** The code and the number (E.164) of who brought the customer. */
  broughtBy: string | null;
  broughtByMsisdn: string | null;
  /** Customers from before the months of dense history, some of whose points have lapsed. */
  isOldMember: boolean;
}

const FIRST_CODE = 100_001;
const FIXED_COUNT = 10;
/** Wallets with a story of their own (lib/demo/history/stories.ts), then the many. */
const STORY_COUNT = 10;
const CUSTOMER_COUNT = 290;

export const STANDARD = 0;
export const SILVER = 1;
export const GOLD = 2;
export const PLATINUM = 3;

const { active, pending, suspended, blocked, closed, merged } = WALLET_STATUS;

/** The ten wallets that documentation, examples and tests rely on: what differs from an active Standard wallet. */
const FIXED: readonly Partial<DemoWallet>[] = [
  { name: "سارة محمود" },
  { name: "Omar Lotfy", pin: "1234" },
  { name: "ياسمين السيد", segment: GOLD },
  { name: "Hossam Rizk", statusAfter: suspended },
  { name: "طارق بدوي", statusAfter: blocked },
  { name: "غادة كامل", statusAfter: closed },
  { name: "Mina Girgis", isOptedIn: false },
  { name: "هبة رمضان", redemptionEnabled: false },
  { name: "Amr Shawky", statusAfter: merged, mergedInto: "100011" },
  { name: "ندى عثمان", statusBefore: pending, statusAfter: pending },
];

/** Differences from an active Standard wallet in those of the stories, in their order from 100011 on. */
const STORIES: readonly Partial<DemoWallet>[] = [
  { name: "Amr Shawky" },
  { name: "زياد حلمي" },
  { name: "Farida Mansour" },
  { name: "منى الشربيني" },
  { name: "Khaled Helmy" },
  { name: "نور خالد حلمي" },
  { name: "Ramy Naguib" },
  { name: "شيماء فتحي" },
  { name: "آية سليمان" },
  { name: "Hassan Saber", statusAfter: closed },
];

/** All wallets of the demo data, in the order of their codes. The same `now` gives the same wallets. */
export function drawWallets(now: Date): DemoWallet[] {
  const random = new SeededRandom(20_261);
  const scripted = [...FIXED, ...STORIES].map((differences, index) => ({
    ...plainWallet(index, now),
    ...differences,
  }));
  const customers = Array.from({ length: CUSTOMER_COUNT }, (_, index) =>
    customer(FIXED_COUNT + STORY_COUNT + index, now, random),
  );
  const kin = KIN.map(({ wallet }, place) => ({
    ...plainWallet(FIXED_COUNT + STORY_COUNT + CUSTOMER_COUNT + place, now),
    ...wallet,
  }));
  return withReferrers([...scripted, ...customers, ...kin]);
}

/** The codes of those who come with a family, in the order of {@link KIN}. */
export function kinCodes(wallets: readonly DemoWallet[]): string[] {
  return wallets.slice(-KIN.length).map(({ walletCode }) => walletCode);
}

/** The demo programme's bonuses for new customers. */
export const DEMO_REFERRALS: ReferralRules = {
  referralBonus: 200,
  referralNewcomerBonus: 100,
  referralLeastValue: 50,
  referralPerMonthMax: 5,
  referralSecondVisit: false,
  referralPerEnrollerMax: null,
};

/**
 * A chain: the first brought the second, whose first bill brought both a bonus; the second the third, whose first bill was undone; the
 * third the fourth, who has earned nothing yet.
 */
const REFERRERS: Readonly<Record<string, string>> = {
  "100017": "100015",
  "100018": "100017",
  "100033": "100018",
};

function withReferrers(wallets: DemoWallet[]): DemoWallet[] {
  const msisdns = new Map(wallets.map(({ walletCode, contactMsisdn }) => [walletCode, contactMsisdn]));
  return wallets.map((wallet) => {
    const broughtBy = REFERRERS[wallet.walletCode];
    if (broughtBy === undefined) return wallet;
    return { ...wallet, broughtBy, broughtByMsisdn: msisdns.get(broughtBy) ?? null };
  });
}

function plainWallet(index: number, now: Date): DemoWallet {
  return {
    walletCode: String(FIRST_CODE + index),
    contactMsisdn: `+20111000${String(index + 1).padStart(4, "0")}`,
    name: "",
    email: null,
    address: null,
    gender: null,
    birthDate: null,
    nid: null,
    segment: STANDARD,
    createdAt: daysBefore(now, 270, 11 * 60 + index),
    isOptedIn: true,
    redemptionEnabled: true,
    pin: null,
    hasLockedPin: false,
    statusBefore: active,
    statusAfter: active,
    mergedInto: null,
    habits: null,
    broughtBy: null,
    broughtByMsisdn: null,
    isOldMember: false,
  };
}

function customer(index: number, now: Date, random: SeededRandom): DemoWallet {
  const isOldMember = index % 5 === 0;
  const statusAfter = statusOf(index);
  const isPending = statusAfter === pending;
  const person = drawPerson(index, random);
  const createdAt = isOldMember
    ? daysBefore(now, random.integer(760, 1_010), random.integer(600, 1_200))
    : daysBefore(now, isPending ? random.integer(1, 20) : joinedDaysAgo(random), random.integer(600, 1_200));
  return {
    ...plainWallet(index, now),
    ...person,
    contactMsisdn: customerMsisdn(index),
    segment: segmentOf(index),
    createdAt,
    redemptionEnabled: index % 37 !== 0,
    pin: index % 24 === 3 ? String(1_000 + ((index * 7_919) % 9_000)) : null,
    hasLockedPin: index === 147,
    statusBefore: isPending ? pending : active,
    statusAfter,
    habits: isPending ? null : drawHabits(index, random),
    isOldMember,
  };
}

/** More people joined of late than at the start. */
function joinedDaysAgo(random: SeededRandom): number {
  return Math.round(8 + 262 * random.next() ** 1.25);
}

function statusOf(index: number): WalletStatusId {
  if (index % 48 === 21) return suspended;
  if (index % 97 === 60) return blocked;
  if (index % 41 === 32) return pending;
  return active;
}

function segmentOf(index: number): number {
  if (index % 47 === 31) return PLATINUM;
  if (index % 19 === 8) return GOLD;
  if (index % 9 === 4) return SILVER;
  return STANDARD;
}

/** Some people have two wallets under one number, as a family does. */
function customerMsisdn(index: number): string {
  const owner = index % 29 === 0 ? index - 1 : index;
  const prefix = ["+20101000", "+20111000", "+20121000", "+20155500"][owner % 4];
  return `${prefix}${String(1_000 + ((owner * 37) % 9_000)).padStart(4, "0")}`;
}

function drawPerson(
  index: number,
  random: SeededRandom,
): Pick<DemoWallet, "name" | "email" | "address" | "gender" | "birthDate" | "nid"> {
  const isFemale = random.chance(0.52);
  const [firstEn, firstAr] = random.pick(isFemale ? FEMALE_NAMES : MALE_NAMES);
  // The second name is the father's.
  const [fatherEn, fatherAr] = random.pick(MALE_NAMES);
  const [familyEn, familyAr] = random.pick(FAMILY_NAMES);
  const [districtEn, districtAr] = random.pick(DISTRICTS);
  const isArabic = random.chance(0.65);
  const birthDate = `${random.integer(1_955, 2_006)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
  const mailbox = `${firstEn}.${familyEn.replaceAll(" ", "")}${index}`.toLowerCase();
  return {
    name: isArabic ? `${firstAr} ${fatherAr} ${familyAr}` : `${firstEn} ${fatherEn} ${familyEn}`,
    email: random.chance(0.6) ? `${mailbox}@example.com` : null,
    address: random.chance(0.7) ? (isArabic ? districtAr : districtEn) : null,
    gender: random.chance(0.9) ? (isFemale ? "female" : "male") : null,
    birthDate: random.chance(0.75) ? birthDate : null,
    nid: random.chance(0.3) ? nationalId(birthDate, index) : null,
  };
}

/** In the form of a national id, with the code of no governorate, so that it is nobody's. */
function nationalId(birthDate: string, index: number): string {
  const [year = "", month = "", day = ""] = birthDate.split("-");
  return `${year < "2000" ? 2 : 3}${year.slice(2)}${month}${day}99${String(index).padStart(5, "0")}`;
}

function drawHabits(index: number, random: SeededRandom): Habits {
  const branches = MERCHANTS.flatMap((merchant) => merchant.branches).filter(({ isActive }) => isActive);
  const weights = branches.map(({ weight }) => weight);
  const count = random.integer(1, 4);
  const chosen = Array.from({ length: count }, () => branches[random.weighted(weights)]?.msisdn ?? "");
  return {
    branches: [...new Set(chosen)],
    visitsPerMonth: index % 11 === 0 ? random.integer(5, 8) : 0.5 + 2.6 * random.next() ** 1.6,
    billFactor: 0.6 + 1.2 * random.next() ** 2,
    redeemChance: random.chance(0.25) ? 0 : 0.08 + 0.22 * random.next(),
  };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

export interface Kin {
  wallet: Partial<DemoWallet> & Pick<DemoWallet, "name">;
  role: FamilyRole | null;
  allowance?: number;
  walletType?: WalletType;
}

/** Family members, in the order of their codes after those of the customers, and a company. */
export const KIN: readonly Kin[] = [
  { wallet: { name: "ليلى خالد حلمي", gender: "female" }, role: "pooled", allowance: 300 },
  { wallet: { name: "Yassin Helmy", gender: "male" }, role: "pooled" },
  { wallet: { name: "Dina Helmy", gender: "female" }, role: "own" },
  { wallet: { name: "Khaled Helmy", gender: "male" }, role: "card" },
  { wallet: { name: "Nile Freight" }, role: null, walletType: "corporate" },
];
