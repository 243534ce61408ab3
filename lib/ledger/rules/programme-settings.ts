import { DAY_LIMIT_SETTINGS, LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { REFERRAL_SETTINGS } from "@/lib/ledger/with/referrals/words";
import { REVIEW_SETTINGS } from "@/lib/ledger/with/reviews/words";
import { COUNTRIES } from "@/lib/platform/country";
import { BALANCE_LIMIT_MAX } from "./conversion";
import { choice, contacts, flag, line, type Setting, type Values, whole } from "./setting";
import { SHIFT_POLICIES } from "./types";

const POINTS_MAX = 1_000_000_000_000;
const DAYS = { least: 0, unit: "days" } as const;
const POINTS = { most: POINTS_MAX, unit: "points" } as const;

/** Days until rewarded points can be spent; a merchant may have days of its own. */
export const RIPENING_DAYS = { ...DAYS, most: 365, zero: "ripensAtOnce" } as const;

const NEW_RIGHTS = { outlastsSetUp: true, since: "0058_new_rights" } as const;

const account = (initial: string) => line(60, { looser: "no", initial, since: "0056_journal_accounts" });

/** The settings that are changed on the page of the programme, in its groups and in its order. */
export const SETTING_GROUPS = {
  points: {
    /** Whole months that rewarded points stay valid, to the end of the month; 0 = never lapse. */
    pointsValidityMonths: whole(24, {
      looser: "no",
      least: 0,
      most: 1200,
      unit: "months",
      zero: "neverLapse",
    }),
    ripeningDays: whole(0, { looser: "lower", ...RIPENING_DAYS }),
    /** Whether a bill earns as a whole, or what of it is not paid with points. */
    earnedOn: choice(["bill", "rest"], { looser: "earlier" }),
    pointsPerEntryMax: whole(100_000_000, { looser: "higher", least: 1, ...POINTS }),
    balanceMax: whole(1_000_000_000_000, {
      looser: "higher",
      least: 1,
      most: BALANCE_LIMIT_MAX,
      unit: "points",
    }),
    /** Adjustments of more points need a second person. */
    adjustmentApprovalAbove: whole(10_000, { looser: "higher", outlastsSetUp: true, least: 0, ...POINTS }),
    /** Points that one person's offers come to in 24 hours, all told, without a second person (rules.md §24). */
    offersApprovalAbove: whole(100_000, {
      looser: "higher",
      outlastsSetUp: true,
      least: 0,
      ...POINTS,
      since: "0008_value",
    }),
  },
  windows: {
    cancelWindowBusinessDays: whole(1, { looser: "higher", least: 0, most: 366, unit: "businessDays" }),
    /** Days that the window to void leaves out. */
    weekendDays: { kind: "weekdays", initial: [5, 6], looser: "any" },
    /** Days that points have when they are given back to a lot that has lapsed. */
    refundGraceDays: whole(30, { looser: "higher", ...DAYS, most: 3650 }),
    /** A voided or returned reward whose points were spent takes the balance below zero, or is refused. */
    cancelledRewardPolicy: choice(["negative", "refuse"], { looser: "later" }),
    /** Undoing an entry whose coupon was used is refused, or the coupon stays used. */
    usedCouponPolicy: choice(["refuse", "allow"], { looser: "later" }),
  },
  pin: {
    pinPolicy: choice(["never", "above", "when_set"], { looser: "earlier", initial: "when_set" }),
    /** The PIN is asked for above this money value, whole currency units. */
    pinAboveValue: whole(null, {
      looser: "higher",
      least: 0,
      most: 1_000_000,
      unit: "money",
      onlyWith: ["pinPolicy", "above"],
    }),
    /** Wrong PINs after which no more of one person are judged for a while, on wallets all told. */
    pinWrongPerPersonMax: whole(20, { looser: "higher", least: 1, most: 1_000, unit: "wrongPins" }),
    /** The same of one API client. */
    pinWrongPerClientMax: whole(100, { looser: "higher", least: 1, most: 10_000, unit: "wrongPins" }),
  },
  limits: {
    ...LIMIT_SETTINGS,
    ...DAY_LIMIT_SETTINGS,
    /** Whether a second person may let a movement pass a limit (1704); else it is refused (1702). */
    approvesBeyondLimits: flag(true, { looser: "on" }),
  },
  reviews: REVIEW_SETTINGS,
  people: {
    /** Admins and operators are made and reset by two people (rules.md §16). */
    adminsNeedSecondPerson: flag(true, { looser: "off", outlastsSetUp: true }),
    /** Live API clients whose scopes move points are made and let do more by two people (rules.md §24). */
    clientsNeedSecondPerson: flag(true, { looser: "off", outlastsSetUp: true, since: "0008_value" }),
    /** Days in which whoever gave a person access or rights agrees to nothing of that person, and the other way round. */
    tieDays: whole(7, { ...NEW_RIGHTS, looser: "lower", least: 1, most: 365, unit: "days" }),
    /** Hours for which rights are new, and people tied whom no rights tie: a reset, an approval, two brought by one. */
    newRightsHours: whole(24, { ...NEW_RIGHTS, looser: "lower", least: 1, most: 720, unit: "hours" }),
    /** Part of each bound of a person that is a person's with new rights to whom nobody else agreed (rules.md §16). */
    newRightsPercent: whole(50, { ...NEW_RIGHTS, looser: "higher", least: 0, most: 100, unit: "percent" }),
    /** Hours in which the person who set a customer's PIN does not redeem from that wallet. */
    pinSetterHours: whole(24, { looser: "lower", outlastsSetUp: true, least: 0, most: 8760, unit: "hours" }),
    /** Wallets that one person may look at in a minute and in a day (UTC). */
    walletViewsPerMinute: whole(120, { looser: "higher", least: 1, most: 100_000, unit: "wallets" }),
    walletViewsPerDay: whole(2000, { looser: "higher", least: 1, most: 1_000_000, unit: "wallets" }),
    /** Days in which a customer's request about personal data is answered. */
    privacyAnswerDays: whole(6, {
      ...{ looser: "no", least: 1, most: 90, unit: "days" },
      since: "0051_merchants_that_leave",
    }),
    /** Children that a wallet may have (rules.md §20). */
    childrenMax: whole(10, { looser: "higher", least: 0, most: 100, unit: "members" }),
  },
  till: {
    shifts: choice(SHIFT_POLICIES, { looser: "earlier" }),
    /** Cashiers take over a colleague's till with their own PIN (rules.md §18). */
    cashiersChangeByPin: flag(false, { looser: "on", since: "0017_cashier_change" }),
  },
  referrals: REFERRAL_SETTINGS,
  notices: {
    /** Addresses that are told of what stops the shops' sales or the proofs (docs/operations.md). */
    troublesToldTo: contacts(1_000, { looser: "no", since: "0036_troubles" }),
  },
  bookkeeping: {
    /** Accounts of the journal of a settlement, as the bookkeeping calls them. */
    journalOwed: account("Points owed"),
    journalGranted: account("Points granted"),
    journalPaid: account("Sales paid with points"),
    journalLapsed: account("Points expired"),
    journalOther: account("Other changes of points"),
  },
  place: {
    nameEn: line(120, { looser: "no" }),
    nameAr: line(120, { looser: "no" }),
    /** Numbers and ids that are written without a country are of this one (rules.md §3). */
    country: choice(COUNTRIES, { looser: "no", initial: "EG", since: "0006_files_and_country" }),
    currency: { kind: "currency", initial: "EGP", looser: "no" },
    timeZone: { kind: "timeZone", initial: "Africa/Cairo", looser: "any" },
  },
} as const satisfies Record<string, Readonly<Record<string, Setting>>>;

/** Settings that other pages change. */
const ELSEWHERE = {
  /** Administrators must have a second factor before they can do anything else. */
  adminsNeedTwoFactor: flag(false, { looser: "off" }),
  /** Cashiers work only on devices that were registered for a branch. */
  tillsNeedRegistration: flag(false, { looser: "off" }),
  /** Promotions that may act together add up. */
  promotionsStack: flag(false, { looser: "on" }),
};

const { points, windows, pin, limits, reviews, people, till, referrals, notices, bookkeeping, place } =
  SETTING_GROUPS;
/** The settings of the page of the programme. */
export const SETTINGS = {
  ...{ ...points, ...windows, ...pin, ...limits, ...reviews },
  ...{ ...people, ...till, ...referrals, ...notices, ...bookkeeping, ...place },
};
export type SettingName = keyof typeof SETTINGS;

/** All columns of the programme that are settings. */
export const ALL_SETTINGS = { ...SETTINGS, ...ELSEWHERE };
export type ProgrammeSettingValues = Values<typeof ALL_SETTINGS>;
