import http from "node:http";
import type { Target } from "./world";

/** A request as a caller repeats it who never got the first answer. */
export interface Repeated {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Answer {
  status: number;
  /** The balance that the answer tells; null where it tells none. */
  balance: number | null;
}

/** Sends the same request twice, one after the other, and says in a few words what came of the second. */
export async function askTwice({ port }: Pick<Target, "port">, request: Repeated): Promise<string> {
  const first = await ask(port, request);
  const second = await ask(port, request);
  return `${first.status}, then ${second.status}: ${outcomeOf(first, second)}`;
}

export function outcomeOf(first: Answer, second: Answer): string {
  if (first.status >= 300) return "refused at once";
  if (second.status >= 300) return "refused the second time";
  if (first.balance === null || second.balance === null) return "answered twice, without a balance";
  return first.balance === second.balance ? "moved once, answered twice" : "moved twice";
}

async function ask(port: number, { path, headers, body }: Repeated): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const all = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), ...headers };
    const request = http.request(
      { host: "127.0.0.1", port, path, method: "POST", headers: all },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const balance = balanceIn(Buffer.concat(chunks).toString());
          resolve({ status: response.statusCode ?? 0, balance });
        });
      },
    );
    request.on("error", reject).end(body);
  });
}

/** The service and its like say `totalPoints`, others `balance`; some as text. */
function balanceIn(answer: string): number | null {
  const found = /"(?:totalPoints|balance)":"?(-?[\d.]+)/.exec(answer)?.[1];
  return found === undefined ? null : Number(found);
}
