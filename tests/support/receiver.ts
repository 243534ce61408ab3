import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { id: string; type: string; data: Record<string, unknown> };
}

/** Takes webhooks and answers as a test says. */
export class Receiver {
  received: Received[] = [];
  answer: (request: Received, response: ServerResponse) => void = (_, response) => response.end("ok");
  #server: Server | undefined;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    const { port } = (this.#server as Server).address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  reset(): void {
    this.received = [];
    this.answer = (_, response) => response.end("ok");
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body),
    };
    this.received.push(received);
    this.answer(received, response);
  }
}
