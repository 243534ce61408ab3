import { type SpanContext, type Tracer, trace } from "@opentelemetry/api";
import { afterEach, expect, test, vi } from "vitest";

interface Recorded {
  name: string;
  links: SpanContext[];
  isEnded: boolean;
}

/** What an SDK brings, as far as it is used here. */
function recordSpans(): Recorded[] {
  const spans: Recorded[] = [];
  const tracer = {
    startActiveSpan: (
      name: string,
      options: { links?: { context: SpanContext }[] },
      work: (span: unknown) => unknown,
    ) => {
      const recorded = { name, links: (options.links ?? []).map(({ context }) => context), isEnded: false };
      spans.push(recorded);
      return work({
        setAttribute: () => undefined,
        setStatus: () => undefined,
        recordException: () => undefined,
        end: () => {
          recorded.isEnded = true;
        },
      });
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as unknown as Tracer });
  return spans;
}

afterEach(() => {
  trace.disable();
  vi.resetModules();
});

const request = { traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 1 };

test("without an SDK work is done and nothing else", async () => {
  const tracing = await import("@/lib/platform/tracing");
  const asked = vi.spyOn(trace, "getTracer");
  expect(
    await tracing.traceRequest(
      "Reward",
      () => undefined,
      async () => ({ status: 200 }),
    ),
  ).toEqual({ status: 200 });
  expect(await tracing.traceBatch([request], async () => 1)).toBe(1);
  expect(await tracing.traceWebhook(async (headers) => headers)).toEqual({});
  expect(tracing.requestSpan()).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});

test("with one each request, each webhook and each batch is a span, a batch with links to its requests", async () => {
  const spans = recordSpans();
  const tracing = await import("@/lib/platform/tracing");
  await tracing.traceRequest(
    "Reward",
    () => undefined,
    async () => ({ status: 200 }),
  );
  await tracing.traceBatch([request, undefined], async () => 1);
  await tracing.traceWebhook(async () => 1);
  await expect(tracing.traceBatch([], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(spans.map(({ name, isEnded }) => [name, isEnded])).toEqual([
    ["Reward", true],
    ["ledger batch", true],
    ["webhook", true],
    ["ledger batch", true],
  ]);
  expect(spans[1]?.links).toEqual([request]);
});
