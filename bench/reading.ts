import type { Call } from "@/lib/points-api/operation";
import { requestReader } from "@/lib/points-api/read-request";
import { rewardRequestSchema } from "@/lib/points-api/reward";
import { rewards } from "./requests";
import { median } from "./service";

export interface ReadingOptions {
  rounds: number;
}

/** Processor time of the step from a Reward's bytes to what it says, in microseconds. */
export interface ReadingCost {
  /** Of a client that is read by the letter: what the step cost before there was another way. */
  strictUs: number;
  /** Of any other client, for a body that takes no liberty. */
  liberalUs: number;
}

const REQUESTS = 100_000;
const HEADERS: Readonly<Record<string, string>> = { "content-type": "application/json" };
const reader = requestReader(rewardRequestSchema);

/** Both ways take turns, so that what the machine does besides meets both alike. */
export async function runReading({ rounds }: ReadingOptions): Promise<ReadingCost> {
  const { next } = rewards(10_000, "uniform");
  const bodies = Array.from({ length: 1_000 }, () => {
    const request = next();
    if (request === null) throw new Error("There are no more rewards");
    return request.subarray(request.indexOf("\r\n\r\n") + 4);
  });
  const strict: number[] = [];
  const liberal: number[] = [];
  // V8 compiles what is called often: the first round counts for nothing.
  for (let round = 0; round <= rounds; round += 1) {
    const strictUs = await costOf(bodies, true);
    const liberalUs = await costOf(bodies, false);
    if (round === 0) continue;
    strict.push(strictUs);
    liberal.push(liberalUs);
  }
  return { strictUs: median(strict), liberalUs: median(liberal) };
}

async function costOf(bodies: readonly Uint8Array[], isStrict: boolean): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < REQUESTS; index += 1) {
    const body = bodies[index % bodies.length] as Uint8Array;
    // All that reading a request looks at.
    const call = {
      client: { isStrict },
      noted: { liberties: [] },
      request: { header: (name: string) => HEADERS[name], readBody: async () => body },
    } as unknown as Call;
    await reader.read(call);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
