import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import compression from "compression";
import { expect, test } from "vitest";
import { sendFile } from "@/bin/server/send-file";

test("the lines of a compressed file reach the reader while the rest is being made", async () => {
  let finish = (): void => undefined;
  const isRead = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const lines = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("first line\r\n"));
      await isRead;
      controller.enqueue(new TextEncoder().encode("last line\r\n"));
      controller.close();
    },
  });
  const compress = compression();
  const server = createServer((request, response) => {
    const headers = { "content-type": "text/csv", "content-disposition": "attachment" };
    compress(
      request as never,
      response as never,
      () => void sendFile(response, new Response(lines, { headers })),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "br" } });
    expect(answer.headers.get("content-encoding")).toBe("br");
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first line\r\n");
    finish();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("last line\r\n");
    expect((await reader.read()).done).toBe(true);
  } finally {
    server.close();
  }
});
