import type { PortalEntry, SettledBill } from "@/lib/areas/entries/schemas";
import { billPoints, movedPoints } from "@/lib/areas/entries/words";
import type { Receipt } from "@/lib/areas/receipt/schemas";
import { shortHash } from "@/lib/areas/receipt/words";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Bilingual } from "@/lib/platform/language";
import type { Messages } from "@/lib/platform/messages";
import type { Figures } from "./voice";

type Label = keyof Messages["receipt"];

/** One line of a receipt. */
export interface ReceiptLine {
  /** The name of a text, or a name that people gave in both languages. */
  label: Label | Bilingual;
  /** A figure, name or code; a name in each language; or the name of a text. */
  value: string | Bilingual | { text: Label };
  isStrong?: boolean;
}

/** Points and the new balance. */
export function movementLines({ entry, promotions, bill }: Receipt, figures: Figures): ReceiptLine[] {
  const [value, points] = LABELS[entry.logTypeId] ?? (["value", "points"] as const);
  const moved = movedPoints(entry);
  return [
    ...(bill !== null && entry.logTypeId === LOG_TYPE.reward
      ? billLines(bill, figures)
      : entry.value === 0
        ? []
        : [{ label: value, value: figures.money(entry.value) }]),
    ...(promotions.length === 0
      ? []
      : [
          {
            label: "billPoints" as const,
            value: figures.movement(
              billPoints({ points: moved, referralPoints: entry.referralPoints, promotions }),
            ),
          },
        ]),
    ...promotions.map(({ nameEn, nameAr, points: given }) => ({
      label: { en: nameEn, ar: nameAr },
      value: figures.movement(given),
    })),
    { label: points, value: figures.movement(moved), isStrong: true },
    ...(entry.referralPoints === 0
      ? []
      : [{ label: "referralBonus" as const, value: figures.points(entry.referralPoints) }]),
    { label: "newBalance", value: figures.points(entry.balanceAfter), isStrong: true },
    ...expiryLines(entry, figures),
  ];
}

/** A bill that was settled at once, down to what was left to pay in money. */
function billLines({ value, coupons, paid, payable }: SettledBill, figures: Figures): ReceiptLine[] {
  return [
    { label: "billValue", value: figures.money(value) },
    ...coupons.map(({ title, off }) => ({ label: title, value: figures.money(0 - off) })),
    ...(paid === 0 ? [] : [{ label: "paidWithPoints" as const, value: figures.money(-paid) }]),
    { label: "payable", value: figures.money(payable), isStrong: true },
  ];
}

const LABELS: Partial<Record<PortalEntry["logTypeId"], readonly [value: Label, points: Label]>> = {
  [LOG_TYPE.reward]: ["billValue", "pointsEarned"],
  [LOG_TYPE.redemption]: ["paidWithPoints", "pointsUsed"],
  [LOG_TYPE.refund]: ["valueBack", "pointsBack"],
  [LOG_TYPE.rewardReturn]: ["goodsBack", "pointsTakenBack"],
  [LOG_TYPE.hold]: ["orderValue", "pointsHeld"],
};

function expiryLines(entry: PortalEntry, figures: Figures): ReceiptLine[] {
  const { logTypeId, expiresOn, aside } = entry;
  if (aside?.kind === "hold") return [{ label: "heldUntil", value: figures.moment(aside.until) }];
  if (logTypeId !== LOG_TYPE.reward || movedPoints(entry) === 0) return [];
  return [
    ...(aside === null ? [] : [{ label: "usableFrom" as const, value: figures.day(aside.usableFrom) }]),
    { label: "validUntil", value: expiresOn === null ? { text: "neverLapse" } : figures.day(expiresOn) },
  ];
}

/** Customer, time and author. */
export function circumstanceLines(receipt: Receipt, figures: Figures): ReceiptLine[] {
  const { entry, walletCode, mobile, hash, people } = receipt;
  const { by, invoiceNumber } = entry;
  return [
    { label: "date", value: figures.moment(entry.createdAt) },
    { label: "wallet", value: walletCode },
    { label: "mobile", value: mobile },
    ...(invoiceNumber === null ? [] : [{ label: "invoice" as const, value: invoiceNumber }]),
    ...(by.kind === "system"
      ? []
      : [
          {
            label: by.kind === "portal" ? ("servedBy" as const) : ("pointOfSale" as const),
            value: people.by,
          },
        ]),
    ...(people.approvedBy === null ? [] : [{ label: "approvedBy" as const, value: people.approvedBy }]),
    { label: "entryNumber", value: String(entry.id), isStrong: true },
    { label: "hash", value: shortHash(hash) },
  ];
}

/** The entry that a refund, a return or a cancellation undid. */
export function originalLines({ refersTo }: Receipt, figures: Figures): ReceiptLine[] {
  if (refersTo === null) return [];
  return [
    { label: "date", value: figures.moment(refersTo.createdAt) },
    { label: "points", value: figures.movement(movedPoints(refersTo)) },
    ...(refersTo.invoiceNumber === null
      ? []
      : [{ label: "invoice" as const, value: refersTo.invoiceNumber }]),
  ];
}
