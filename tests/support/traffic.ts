import type { Observed } from "@/lib/areas/certification/observed";

const START = Date.parse("2026-03-10T10:00:00Z");

export type Sent = Partial<Omit<Observed, "at" | "id" | "requestId">> & {
  /** Seconds after the first request. */
  second: number;
};

/** Traffic in the order of its answers; what is not said is that of a plain Reward. */
export function traffic(...sent: Sent[]): Observed[] {
  return sent.map(({ second, ...more }, index) => ({
    id: index + 1,
    requestId: `r${index + 1}`,
    at: new Date(START + second * 1_000),
    day: new Date(START + second * 1_000).toISOString().slice(0, 10),
    operation: "Reward",
    code: 0,
    status: 200,
    isReplay: false,
    isAnswered: true,
    liberties: [],
    walletCode: "T7-01",
    amount: 100,
    hasPin: false,
    hasInvoiceNumber: true,
    invoice: null,
    isSigned: false,
    reference: `ref-${index}`,
    content: `content-${index}`,
    originalReference: null,
    language: "en",
    scenario: null,
    retryAfterSeconds: null,
    foundNobody: false,
    ...more,
  }));
}
