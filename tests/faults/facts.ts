export interface SegmentFacts {
  id: number;
  value: number;
  rewardFactor: string;
  redeemFactor: string;
  redeemThreshold: number;
  bonusPoints: number;
}

/** What no movement changes. */
export interface WorldFacts {
  segments: readonly SegmentFacts[];
  pointsPerEntryMax: number;
  balanceMax: number;
  refusesCancelIntoDebt: boolean;
  merchants: ReadonlyMap<
    number,
    { refundSameBranchOnly: boolean; refundWindowDays: number; returnWindowDays: number }
  >;
  clients: ReadonlyMap<
    string,
    { merchantId: number; branches: ReadonlyMap<string, boolean>; needsKey: boolean }
  >;
  /** Today, in the programme's zone, and the first day whose entries can still be cancelled. */
  today: string;
  cancellableSince: string;
}

export interface WalletFacts {
  code: string;
  msisdn: string;
  statusId: number;
  isOptedIn: boolean;
  redemptionEnabled: boolean;
  segmentId: number;
  pin: string | undefined;
}
