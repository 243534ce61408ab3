import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closeIdle, isTooLate } from "@/bin/server/idle-connections";

test("a connection that idles is closed without a reset, and what comes over it too late is not carried out", async () => {
  const carriedOut: string[] = [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    if (isTooLate(request.socket)) return void request.resume();
    carriedOut.push(request.url ?? "");
    response.end("done");
  });
  server.setTimeout(50, closeIdle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Stays half open, as a balancer that has not looked at the connection yet.
  const client = net.connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  const errors: Error[] = [];
  client.on("error", (error) => errors.push(error));
  client.on("data", () => undefined);
  const ask = (path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  ask("/first");
  await once(client, "end");
  ask("/late");
  while (!seen.includes("/late")) await new Promise((resolve) => setImmediate(resolve));
  client.end();
  await once(client, "close");
  expect(errors).toEqual([]);
  expect(carriedOut).toEqual(["/first"]);
  server.close();
});
