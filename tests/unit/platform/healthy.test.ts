import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";

/** How the container's health check ends while a service listens on `host`, and `/readyz` says `status`. */
async function check(host: string, status: number): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/readyz" ? status : 404).end();
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const child = spawn(process.execPath, ["bin/healthy.mjs"], {
      env: { ...process.env, HOST: host, PORT: String(port) },
    });
    const [code] = (await once(child, "exit")) as [number];
    return code;
  } finally {
    server.close();
  }
}

describe("the container's health check", () => {
  test.each(["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"])(
    "finds the service that listens on %s, and says whether that is ready",
    async (host) => {
      expect(await check(host, 200)).toBe(0);
      expect(await check(host, 503)).toBe(1);
    },
  );
});
