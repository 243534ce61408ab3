import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves on a free port of this machine and says which. */
export function serve(listener: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1_024 }, () => {
    console.log(`port ${(server.address() as AddressInfo).port}`);
  });
}

/** Reads the fields of a reward; answers with the result, or with 500 and the reason. */
export function serveRewards(
  reward: (body: { walletCode: string; points: number; reference: string }) => Promise<Rewarded>,
): void {
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { WalletCode, PointsValue, ExternalLogId } = JSON.parse(Buffer.concat(chunks).toString());
      reward({ walletCode: WalletCode, points: PointsValue, reference: ExternalLogId }).then(
        (rewarded) => {
          const answer = rewardAnswer(rewarded, { points: PointsValue, reference: ExternalLogId });
          const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) };
          response.writeHead(200, headers).end(answer);
        },
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  });
}

export interface Rewarded {
  logId: number;
  walletId: number;
  balance: number;
}

/** An answer with the fields of the service's, so that all contenders send as much. */
export function rewardAnswer(
  { logId, walletId, balance }: Rewarded,
  { points, reference }: { points: number; reference: string },
): string {
  return JSON.stringify({
    ...ENVELOPE,
    pointsLog: {
      ...ENVELOPE.pointsLog,
      id: logId,
      walletId,
      actorWalletId: walletId,
      amount: points,
      amountValue: points,
      balanceAfter: balance,
      createdDate: new Date().toISOString(),
      externalLogId: reference,
    },
    wallet: { ...ENVELOPE.wallet, id: walletId, totalPoints: balance, billRewardPoints: balance },
  });
}

const ENVELOPE = {
  errorCode: "0",
  errorMessage: "Success",
  pointsLog: {
    id: 0,
    walletId: 0,
    actorWalletId: 0,
    channelId: 1,
    logTypeId: 2,
    comments: "Points earned",
    merchantMSISDN: "01000000001",
    amount: 0,
    amountValue: 0,
    balanceAfter: 0,
    isExpired: false,
    createdDate: "",
    invoiceDate: null,
    invoiceNumber: null,
    skuPointsId: null,
    refundedLogId: null,
    userId: 1,
    externalLogId: "",
  },
  wallet: {
    id: 0,
    name: null,
    walletCode: "BENCH0000001",
    email: null,
    address: null,
    gender: null,
    totalPoints: 0,
    accumulatedPoints: 0,
    redPoints: 0,
    isOptedIn: true,
    optedInDate: "2026-01-01T00:00:00",
    parentWalletId: null,
    addOnWalletId: null,
    billRewardPoints: 0,
    billRewardValue: 0,
    referralMasterMSISDN: null,
    birthDate: null,
    nid: null,
    contactMsisdn: "01200000001",
    walletStatusId: 1,
    segment: {
      id: 1,
      name: "Standard",
      rewValueFactor: 1,
      redValueFactor: 1,
      redThreshold: 0,
      value: 0,
      bonusPoints: null,
      offerNumber: null,
      ratePlan: null,
      color: null,
      segmentColorId: null,
    },
    childrenWallets: null,
    parentWallet: null,
    isParent: false,
    parentWalletCode: null,
    walletType: null,
    isAdded: false,
    isDeleted: false,
    redemptionActivationFlag: true,
    suspendedPoints: 0,
  },
  offerNumber: 0,
  couponNumber: "",
};
