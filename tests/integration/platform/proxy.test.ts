import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isDeep } from "@/tests/support/deep";
import { freePort } from "@/tests/support/next-server";
import { createTemporaryFolder } from "@/tests/support/test-server";

/** The files of docs/proxy.md with the programs they are for, in front of two instances. */
const NAME = "points.example.com";
const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;
const page = readFileSync("docs/proxy.md", "utf8");

function fileOf(language: "nginx" | "caddyfile"): string {
  const found = page.match(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``));
  if (found?.[1] === undefined) throw new Error(`docs/proxy.md has no file for ${language}`);
  return found[1];
}

/** Replaces each line's value, which has to be there. */
function withValues(text: string, values: readonly (readonly [from: string, to: string])[]): string {
  let result = text;
  for (const [from, to] of values) {
    if (!result.includes(from)) throw new Error(`The file has no ${from}`);
    result = result.replaceAll(from, to);
  }
  return result;
}

/** An instance that answers what came to it, as the service sees it. */
class Instance {
  readonly connections = new Set<unknown>();
  isStopping = false;
  #server = http.createServer((request, response) => {
    if (this.isStopping && request.url === "/readyz") response.statusCode = 503;
    if (this.isStopping) response.setHeader("connection", "close");
    this.connections.add(request.socket);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        headers: request.headers,
        version: request.httpVersion,
        by: this.port,
        method: request.method,
      }),
    );
  });
  port = 0;

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    await closed;
  }
}

interface Seen {
  headers: Record<string, string>;
  version: string;
  by: number;
  method: string;
}

let folder: string;
let ca: string;
let instances: [Instance, Instance];
let ended: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const subject = ["-subj", `/CN=${NAME}`, "-addext", `subjectAltName=DNS:${NAME}`];
  const made = ["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...made],
    {
      stdio: "ignore",
    },
  );
  ca = readFileSync(path.join(folder, "cert.pem"), "utf8");
});
afterAll(async () => {
  for (const end of ended.reverse()) await end();
  ended = [];
});

async function startInstances(): Promise<void> {
  instances = [new Instance(), new Instance()];
  for (const instance of instances) {
    await instance.listen();
    ended.push(() => instance.close());
  }
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const child: ChildProcess = spawn(program, args, { stdio: "ignore", env: { ...process.env, ...env } });
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  ended.push(async () => {
    child.kill("SIGTERM");
    await exit;
  });
}

function send(port: number, method = "GET"): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        ...{ host: "127.0.0.1", port, servername: NAME, ca, method, path: "/api/v1/GetWallet", agent: false },
        headers: { host: NAME, "x-forwarded-for": "203.0.113.9" },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text) as Seen);
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      },
    );
    request.on("error", reject);
    request.end(method === "POST" ? "{}" : undefined);
  });
}

/** Promises of either file. `looks`: the proxy asks for `/readyz` by itself. */
async function expectProxied(port: number, { looks }: { looks: boolean }): Promise<void> {
  await vi.waitFor(() => send(port), { timeout: 20_000, interval: 50 });
  const seen = await send(port, "POST");
  expect(seen).toMatchObject({
    method: "POST",
    version: "1.1",
    headers: { host: NAME, "x-forwarded-proto": "https", "x-forwarded-host": NAME },
  });
  // The address that the proxy saw stands last: only that one is believed.
  expect(seen.headers["x-forwarded-for"]?.split(", ").at(-1)).toBe("127.0.0.1");
  expect(seen.headers.connection ?? "").not.toBe("close");
  for (const instance of instances) instance.connections.clear();
  const by = new Set<number>();
  for (let count = 0; count < 20; count += 1) by.add((await send(port, "POST")).by);
  expect(by).toEqual(new Set(instances.map((instance) => instance.port)));
  expect(instances.reduce((sum, { connections }) => sum + connections.size, 0)).toBeLessThan(20);
  // One instance stops as the service does: each request is answered, and soon by the other one alone.
  instances[0].isStopping = true;
  const byTheOther = async () => {
    for (let count = 0; count < 20; count += 1) expect((await send(port, "POST")).by).toBe(instances[1].port);
  };
  if (looks) await vi.waitFor(byTheOther, { timeout: 10_000, interval: 50 });
  await instances[0].close();
  await byTheOther();
}

describe.runIf(isDeep)(
  "the files of docs/proxy.md lead two instances' requests on over TLS, by kept connections of HTTP/1.1",
  () => {
    test.skipIf(!has("nginx", "-v"))("with nginx (needs nginx)", async () => {
      await startInstances();
      const [plain, tls] = [await freePort(), await freePort()];
      const text = withValues(fileOf("nginx"), [
        ["127.0.0.1:3000", `127.0.0.1:${instances[0].port}`],
        ["127.0.0.1:3001", `127.0.0.1:${instances[1].port}`],
        ["  listen [::]:80;\n", ""],
        ["  listen [::]:443 ssl http2;\n", ""],
        ["listen 80;", `listen 127.0.0.1:${plain};`],
        ["listen 443 ", `listen 127.0.0.1:${tls} `],
        [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, path.join(folder, "cert.pem")],
        [`/etc/letsencrypt/live/${NAME}/privkey.pem`, path.join(folder, "key.pem")],
      ]);
      writeFileSync(path.join(folder, "points.conf"), text);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(" ");
      const main = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary} include ${folder}/points.conf; }`;
      writeFileSync(path.join(folder, "nginx.conf"), main);
      const checked = spawnSync("nginx", ["-t", "-c", path.join(folder, "nginx.conf")], { encoding: "utf8" });
      expect({ status: checked.status, said: checked.stderr }).toMatchObject({ status: 0 });
      run("nginx", ["-c", path.join(folder, "nginx.conf")]);
      await expectProxied(tls, { looks: false });
      const answer = await fetch(`http://127.0.0.1:${plain}/wallets`, {
        redirect: "manual",
        headers: { host: NAME },
      });
      expect([answer.status, answer.headers.get("location")?.endsWith("/wallets")]).toEqual([301, true]);
    });

    test.skipIf(!has("caddy", "version"))("with Caddy (needs caddy)", async () => {
      await startInstances();
      const [plain, tls] = [await freePort(), await freePort()];
      const own = `{
	admin off
	auto_https disable_redirects
	http_port ${plain}
	https_port ${tls}
}
`;
      const text = withValues(fileOf("caddyfile"), [
        ["127.0.0.1:3000 127.0.0.1:3001", instances.map(({ port }) => `127.0.0.1:${port}`).join(" ")],
        [`${NAME} {`, `${NAME} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
      ]);
      const file = path.join(folder, "Caddyfile");
      writeFileSync(file, own + text);
      const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      mkdirSync(path.join(folder, "caddy"), { recursive: true });
      const args = ["--config", file, "--adapter", "caddyfile"];
      const checked = spawnSync("caddy", ["validate", ...args], {
        encoding: "utf8",
        env: { ...process.env, ...home },
      });
      expect({ status: checked.status, said: checked.stderr }).toMatchObject({ status: 0 });
      run("caddy", ["run", ...args], home);
      await expectProxied(tls, { looks: true });
    });
  },
);

test.skipIf(!has("systemd-analyze", "--version"))(
  "systemd knows each line of the units of deploy/systemd (needs systemd-analyze)",
  () => {
    const units = ["points.service", "points-verify.service", "points-backup.service"];
    for (const name of units) {
      const text = readFileSync(path.join("deploy/systemd", name), "utf8");
      // The program of another machine's folder: systemd looks whether it is there.
      writeFileSync(path.join(folder, name), withValues(text, [["/usr/bin/node", process.execPath]]));
    }
    for (const name of ["points-verify.timer", "points-backup.timer"])
      writeFileSync(path.join(folder, name), readFileSync(path.join("deploy/systemd", name)));
    const files = [...units, "points-verify.timer", "points-backup.timer"].map((name) =>
      path.join(folder, name),
    );
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
    const own = stderr.split("\n").filter((line) => line.includes("points"));
    expect({ status, own }).toEqual({ status: 0, own: [] });
  },
);
