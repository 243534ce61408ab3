import type { ProgrammeRules } from "@/lib/ledger/core/commands";
import type { Programme } from "@/lib/platform/database/generated/client";
import type { ShiftPolicy } from "@/lib/portal/session/shift-policy";

/** The programme's rules and names as its operators see them. */
export interface ProgrammeView extends Omit<ProgrammeRules, "ripeningDaysByMerchant"> {
  nameEn: string;
  nameAr: string;
  /** ISO 4217. */
  currency: string;
  /** Adjustments of more points need a second person. */
  adjustmentApprovalAbove: number;
  /** Whether those who administer must have a second factor before they can do anything else. */
  adminsNeedTwoFactor: boolean;
  /** Whether cashiers work only on devices that somebody registered for a branch. */
  tillsNeedRegistration: boolean;
  /** Whether admins and operators are made and reset by two people (rules.md §16). */
  adminsNeedSecondPerson: boolean;
  /** Hours, 0 to 8760, in which who set a customer's PIN does not redeem from that wallet. */
  pinSetterHours: number;
  /** Wallets that one person may look at in a minute and in a day (UTC). */
  walletViewsPerMinute: number;
  walletViewsPerDay: number;
  /** Children that a wallet may have, 0 to 100 (rules.md §20). */
  childrenMax: number;
  /** Whether those at a till open and close shifts (rules.md §18). */
  shifts: ShiftPolicy;
  version: number;
  updatedAt: Date;
}

export function programmeView({ id, ...row }: Programme): ProgrammeView {
  return {
    ...row,
    // CHECK constraints of the table.
    cancelledRewardPolicy: row.cancelledRewardPolicy as ProgrammeRules["cancelledRewardPolicy"],
    usedCouponPolicy: row.usedCouponPolicy as ProgrammeRules["usedCouponPolicy"],
    earnedOn: row.earnedOn as ProgrammeRules["earnedOn"],
    pinPolicy: row.pinPolicy as ProgrammeRules["pinPolicy"],
    repeatedInvoices: row.repeatedInvoices as ProgrammeRules["repeatedInvoices"],
    shifts: row.shifts as ShiftPolicy,
    pointsPerEntryMax: Number(row.pointsPerEntryMax),
    balanceMax: Number(row.balanceMax),
    adjustmentApprovalAbove: Number(row.adjustmentApprovalAbove),
  };
}
