import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { SUCCESS_EXAMPLES } from "@/lib/points-api/examples";

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

const { pointsLog, wallet, ...envelope } = SUCCESS_EXAMPLES.Reward;

/** An answer with the fields of the service's, so that all contenders send as much. */
export function rewardAnswer(
  { logId, walletId, balance }: Rewarded,
  { points, reference }: { points: number; reference: string },
): string {
  return JSON.stringify({
    ...envelope,
    pointsLog: {
      ...pointsLog,
      ...{
        id: logId,
        walletId,
        actorWalletId: walletId,
        amount: points,
        amountValue: points,
        balanceAfter: balance,
      },
      ...{ createdDate: new Date().toISOString(), externalLogId: reference },
    },
    wallet: { ...wallet, id: walletId, totalPoints: balance, billRewardPoints: balance },
  });
}
