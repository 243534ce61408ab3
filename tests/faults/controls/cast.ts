import type { World } from "../world";

const BRANCHES = ["01000000001", "01000000002"];
const WALLETS = 6;
const TODAY = "2026-11-21";

/** A stage as small as can be: one client, two branches, and so few wallets that every one of them is hot. */
export function castWorld(name: string): World {
  const wallets = Array.from({ length: WALLETS }, (_, index) => ({
    code: `${name}W${index}`,
    msisdn: `0111000000${index}`,
    statusId: 1,
    isOptedIn: true,
    redemptionEnabled: true,
    segmentId: 1,
    pin: undefined,
  }));
  const client = {
    merchantId: 1,
    needsKey: false,
    limits: null,
    branches: new Map(BRANCHES.map((branch) => [branch, true])),
  };
  return {
    wallets,
    lastIdBefore: 0,
    facts: {
      segments: [
        { id: 1, value: 0, rewardFactor: "1", redeemFactor: "1", redeemThreshold: 0, bonusPoints: 0 },
      ],
      pointsPerEntryMax: 1_500_000,
      balanceMax: 1e12,
      refusesCancelIntoDebt: false,
      merchants: new Map([[1, { refundSameBranchOnly: false, refundWindowDays: 90, returnWindowDays: 90 }]]),
      clients: new Map([["control", client]]),
      approvesBeyondLimits: false,
      today: TODAY,
      cancellableSince: TODAY,
    },
    cast: {
      clients: [{ id: "control", branches: BRANCHES }],
      inactiveBranch: "01000000003",
      foreignBranch: "01000000999",
      wallets,
      guessedWallet: "",
      oldEntries: [],
    },
  };
}
