import { rewardAnswer } from "../../../contenders/answer-server";
import { rewardRequest } from "../reward-request";

/** The least a Next.js route handler can do with a reward: parse, check, answer. */
export async function POST(request: Request): Promise<Response> {
  const { PointsValue: points, ExternalLogId: reference } = rewardRequest.parse(await request.json());
  return new Response(rewardAnswer({ logId: 1, walletId: 1, balance: points }, { points, reference }), {
    headers: { "Content-Type": "application/json" },
  });
}
