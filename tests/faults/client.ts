import { Agent, request as httpRequest } from "node:http";
import { performance } from "node:perf_hooks";
import type { Answer, AnsweredBill, AnsweredEntry, Call, FaultRequest } from "./history";

/** Refusals with an unknown outcome: the request may have been carried out. */
const UNKNOWN_CODES = new Set([1902]);

/** A till: sends requests to the service and notes what was sent when, and what came back when. */
export class Till {
  readonly calls: Call[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });

  /**
   * @param url Where the service answers.
   * @param patienceMs After so long without an answer it waits no more.
   */
  constructor(
    private readonly url: string,
    private readonly patienceMs: number,
  ) {}

  /** Sends a request; with `isAbandoned` its answer is not waited for; `patienceMs` overrides the usual timeout. */
  async send(
    request: FaultRequest,
    { isAbandoned = false, patienceMs = this.patienceMs } = {},
  ): Promise<Answer | undefined> {
    const sentAt = performance.now();
    const answer = await this.exchange(request, { isAbandoned, patienceMs }).catch(() => undefined);
    const endedAt = answer === undefined ? Number.POSITIVE_INFINITY : performance.now();
    this.calls.push({ request, sentAt, endedAt, isAbandoned, answer });
    return answer;
  }

  /** Ends every connection; what is sent afterwards goes over new ones. */
  hangUp(): void {
    this.agent.destroy();
  }

  private exchange(
    request: FaultRequest,
    { isAbandoned, patienceMs }: { isAbandoned: boolean; patienceMs: number },
  ): Promise<Answer | undefined> {
    const { operation, clientId, key, isKeyInHeader, content, pin } = request;
    const body = JSON.stringify({
      ...content,
      ...(key !== undefined && !isKeyInHeader && { ExternalLogId: key }),
      ...(pin !== undefined && { PinCode: pin }),
    });
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(`${this.url}/api/Integration/v1/${operation}`, {
        method: "POST",
        agent: this.agent,
        timeout: patienceMs,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          clientid: clientId,
          ...(key !== undefined && isKeyInHeader && { "idempotency-key": key }),
        },
      });
      outgoing.on("error", reject).on("timeout", () => outgoing.destroy(new Error("No answer in time")));
      outgoing.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
        response.on("end", () => {
          try {
            resolve(read(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()));
          } catch (error) {
            reject(error);
          }
        });
      });
      outgoing.end(body, () => {
        if (isAbandoned) outgoing.destroy(new Error("Nobody waits"));
      });
    });
  }
}

interface Envelope {
  errorCode: string;
  wallet: { totalPoints: number; suspendedPoints?: number } | null;
  pointsLog: Omit<AnsweredEntry, "totalAmount" | "returned"> | null;
  transaction?: ({ returnedLogId?: number; remainingPoints?: number } & Partial<AnsweredBill>) | null;
  totalAmount?: number;
  couponNumber?: string | null;
}

function returnedOf(transaction: Envelope["transaction"]): AnsweredEntry["returned"] {
  const { returnedLogId, remainingPoints } = transaction ?? {};
  if (returnedLogId === undefined || remainingPoints === undefined) return undefined;
  return { id: returnedLogId, remainingPoints };
}

function read(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
): Answer | undefined {
  const { errorCode, wallet, pointsLog, totalAmount, transaction, couponNumber } = JSON.parse(
    text,
  ) as Envelope;
  const code = Number(errorCode);
  if (UNKNOWN_CODES.has(code)) return undefined;
  return {
    status,
    code,
    isReplay: headers["idempotent-replayed"] === "true",
    totalPoints: wallet?.totalPoints,
    suspendedPoints: wallet?.suspendedPoints,
    couponNumber: couponNumber || undefined,
    bill: transaction?.billValue === undefined ? undefined : (transaction as AnsweredBill),
    entry: pointsLog === null ? undefined : { ...pointsLog, totalAmount, returned: returnedOf(transaction) },
  };
}
