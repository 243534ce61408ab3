import { presentEntryDetails } from "@/lib/areas/entries/portal";
import { readToldCoupons, type ToldCoupon } from "@/lib/ledger/with/coupons/lookup";
import { entryHashAt } from "@/lib/log/tail";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { prisma } from "@/lib/platform/database/pools";
import { maskCode, maskMsisdn } from "@/lib/platform/mask";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { identifyWallet } from "@/lib/wallet/facts";
import type { IssuedCoupon, Receipt } from "./schemas";

const NAMES = { nameEn: true, nameAr: true } as const;

/** The receipt of an entry, for users who may see the entry. Code and mobile number are masked for everybody. */
export async function readReceipt(actor: PortalActor, entryId: number): Promise<Receipt> {
  const { entry, refersTo, promotions = [] } = await presentEntryDetails(actor, entryId);
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
    promotions,
    walletCode: maskCode(wallet.walletCode),
    mobile: maskMsisdn(wallet.contactMsisdn),
    hash,
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
