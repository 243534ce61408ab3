import {
  context,
  type Link,
  type ProxyTracerProvider,
  propagation,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";

/** OpenTelemetry's name of what this service measures. */
const NAME = "points-service";

let isOn: boolean | undefined;

/** Whether an SDK was loaded ahead of the service (`--import`, docs/operations.md). Asked once; without one nothing is done for traces. */
function isTraced(): boolean {
  isOn ??= hasSdk();
  return isOn;
}

function hasSdk(): boolean {
  const provider = trace.getTracerProvider() as Partial<ProxyTracerProvider>;
  return provider.getDelegateTracer === undefined || provider.getDelegateTracer(NAME) !== undefined;
}

type ReadHeader = (name: string) => string | undefined;

const HEADERS: TextMapGetter<ReadHeader> = { keys: () => [], get: (read, name) => read(name) };

/** A request under a span of its own, below the one that its `traceparent` names. `name` is of a small fixed set. */
export function traceRequest<Response extends { status: number }>(
  name: string,
  header: ReadHeader,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!isTraced()) return work();
  const parent = propagation.extract(context.active(), header, HEADERS);
  return context.with(parent, () =>
    inSpan(name, { kind: SpanKind.SERVER }, async (span) => {
      const response = await work();
      span.setAttribute("http.response.status_code", response.status);
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    }),
  );
}

/** The span of the request that is being answered, for {@link traceBatch}; undefined without traces. */
export function requestSpan(): SpanContext | undefined {
  return isTraced() ? trace.getActiveSpan()?.spanContext() : undefined;
}

/** A batch of the ledger: one span, with links to the requests that share it. */
export function traceBatch<Result>(
  requests: readonly (SpanContext | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return work();
  const links = requests.flatMap((of): Link[] => (of === undefined ? [] : [{ context: of }]));
  const attributes = { "points.batch.commands": requests.length };
  return inSpan("ledger batch", { kind: SpanKind.INTERNAL, links, attributes, root: true }, work);
}

/** A webhook under a span of its own; `work` is given the headers by which its receiver goes on with the trace. */
export function traceWebhook<Result>(
  work: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return work({});
  return inSpan("webhook", { kind: SpanKind.CLIENT, root: true }, () => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    return work(headers);
  });
}

function inSpan<Result>(
  name: string,
  options: Parameters<ReturnType<typeof trace.getTracer>["startSpan"]>[1],
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(NAME).startActiveSpan(name, options ?? {}, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
