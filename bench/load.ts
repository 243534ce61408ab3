import autocannon from "autocannon";

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were not HTTP 200. */
  failures: number;
}

export interface LoadOptions {
  url: string;
  path: string;
  connections: number;
  seconds: number;
  /** The body of the next request. */
  body(): string;
}

/** Sends requests as fast as they are answered, on so many connections, and says how fast that was. */
export async function runLoad({ url, path, connections, seconds, body }: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path,
        headers: { "content-type": "application/json", clientid: "pis_test_demo" },
        setupRequest: (request) => ({ ...request, body: body() }),
      },
    ],
  });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/** Bodies of rewards to the wallets BENCH0000001…, each with a reference of its own. */
export function rewardBodies(walletCount: number): () => string {
  const run = `${process.pid}-${Date.now()}`;
  let sent = 0;
  return () => {
    const number = 1 + (sent % walletCount);
    sent += 1;
    return JSON.stringify({
      WalletCode: `BENCH${String(number).padStart(7, "0")}`,
      ContactMsisdn: `012${String(number).padStart(8, "0")}`,
      BranchMsisdn: "01000000001",
      PointsValue: 5,
      ExternalLogId: `${run}-${walletCount}-${sent}`,
    });
  };
}
