import { presentEntryDetails } from "@/lib/areas/entries/portal";
import { readToldCoupons, type ToldCoupon } from "@/lib/ledger/with/coupons/lookup";
import { entryHashAt } from "@/lib/log/tail";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { prisma } from "@/lib/platform/database/pools";
import { LANGUAGES } from "@/lib/platform/language";
import { maskCode, maskMsisdn } from "@/lib/platform/mask";
import { readIn } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { identifyWallet } from "@/lib/wallet/facts";
import type { IssuedCoupon, Receipt } from "./schemas";
import type { ReceiptLanguage } from "./words";

const NAMES = { nameEn: true, nameAr: true } as const;

/**
 * The receipt of an entry, for users who may see the entry. Code and mobile number are masked for everybody; people are named in the
 * languages of the receipt, not in the reader's.
 */
export async function readReceipt(
  actor: PortalActor,
  entryId: number,
  language: ReceiptLanguage = "both",
): Promise<Receipt> {
  const [first, second] = await Promise.all(
    (language === "both" ? LANGUAGES : [language]).map((one) =>
      readIn(one, () => presentEntryDetails(actor, entryId)),
    ),
  );
  if (first === undefined) throw new Error("A receipt has no language");
  const { entry, refersTo, promotions = [], bill = null } = first;
  const [en, ar] = [entry, (second ?? first).entry];
  const [programme, branch, wallet, hash, coupons] = await Promise.all([
    prisma().programme.findFirstOrThrow({
      select: { ...NAMES, currency: true, timeZone: true, logoHash: true },
    }),
    entry.branch && readBranch(entry.branch.id),
    identifyWallet(prisma(), entry.wallet.id),
    entryHashAt(portalPool(), entryId),
    readToldCoupons(portalPool(), { entryIds: [entryId], ids: [] }),
  ]);
  if (wallet === null || hash === null)
    throw new Error(`Entry ${entryId} is gone, or names a wallet that does not exist`);
  return {
    programme,
    merchant: branch?.merchant ?? null,
    branch,
    entry,
    refersTo,
    bill,
    promotions,
    walletCode: maskCode(wallet.walletCode),
    mobile: maskMsisdn(wallet.contactMsisdn),
    hash,
    people: {
      by: { en: en.by.name, ar: ar.by.name },
      approvedBy: en.approvedBy === null ? null : { en: en.approvedBy, ar: ar.approvedBy ?? en.approvedBy },
    },
    coupon: await readIssued(coupons.find(({ issuedByEntryId }) => issuedByEntryId === entryId)),
  };
}

async function readIssued(coupon: ToldCoupon | undefined): Promise<IssuedCoupon | null> {
  if (coupon === undefined) return null;
  const { number, titleEn, titleAr, validUntil, offerNumber } = coupon;
  const offer = await prisma().couponTemplate.findUniqueOrThrow({
    where: { offerNumber },
    select: { discountType: true, discount: true, worth: true, termsEn: true, termsAr: true },
  });
  return { number, titleEn, titleAr, validUntil, ...offer };
}

function readBranch(id: number) {
  return prisma().branch.findUniqueOrThrow({
    where: { id },
    select: { ...NAMES, addressEn: true, addressAr: true, phone: true, merchant: { select: NAMES } },
  });
}
