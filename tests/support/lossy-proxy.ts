import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of an answer on its way back; the request has always reached the service and was carried out. `held`: it never comes. */
export type Fate = "delivered" | "lost" | "held" | "replaced by 503" | "replaced by a page";

/** A request that went through, as it was sent. */
export interface SeenRequest {
  /** The name of the operation. */
  operation: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface LossyProxy {
  url: string;
  /** Everything that went through since the last reset, in order. */
  seen: SeenRequest[];
  /** Says what becomes of the answer to the request that was seen last; `earlier` counts those of its operation before it. */
  decide(fate: (request: SeenRequest, earlier: number) => Fate): void;
  stop(): Promise<void>;
}

/** A line to the service that loses answers after the points have moved. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const seen: SeenRequest[] = [];
  let fateOf: (request: SeenRequest, earlier: number) => Fate = () => "delivered";
  const server = createServer(async (incoming, outgoing) => {
    const body = await read(incoming);
    const operation = new URL(incoming.url ?? "/", target).pathname.split("/").at(-1) ?? "";
    const fields = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
    const earlier = seen.filter((other) => other.operation === operation).length;
    seen.push({ operation, fields });
    const fate = fateOf({ operation, fields }, earlier);
    const answer = await forward(target, incoming, body);
    if (fate === "held") {
      // Until the proxy is stopped.
    } else if (fate === "lost") {
      incoming.socket.destroy();
    } else if (fate === "replaced by 503") {
      outgoing.writeHead(503, { "Retry-After": "1", "Content-Type": "text/html" }).end("<h1>Bad day</h1>");
    } else if (fate === "replaced by a page") {
      outgoing.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Back soon</h1>");
    } else {
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    decide: (fate) => {
      seen.length = 0;
      fateOf = fate;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>(
    (resolve, reject) => {
      const outgoing = send(
        new URL(url ?? "/", target),
        { method, headers: { ...headers, connection: "close" } },
        (answer) => {
          const { connection: _, "transfer-encoding": __, ...kept } = answer.headers;
          read(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 0, headers: kept, body: bytes }),
            reject,
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    },
  );
}
