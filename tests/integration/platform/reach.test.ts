import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EmbeddedDatabase } from "@/lib/platform/database/embedded";
import { requireSession } from "@/lib/platform/database/reach";
import { createTemporaryFolder, startTestServer } from "@/tests/support/test-server";

const PGBOUNCER = "/usr/sbin/pgbouncer";
let folder: string;
let server: EmbeddedDatabase;
let port: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await createTemporaryFolder();
  port = await freePort();
  server = await startTestServer(folder, { listen_addresses: "127.0.0.1", port: String(port) });
  await useCertificate();
});
afterAll(async () => {
  for (const child of children) child.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });

/** Gives the server a certificate for localhost that an authority of the test's own has signed. */
async function useCertificate(): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=Own authority",
  );
  openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
  await writeFile(path.join(folder, "names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", ...signed);
  const admin = new pg.Client(server.adminUrl);
  await admin.connect();
  const { rows } = await admin.query<{ data_directory: string }>("SHOW data_directory");
  const { uid, gid } = await stat(rows[0]?.data_directory ?? "");
  for (const name of ["server.key", "server.pem"]) await chown(path.join(folder, name), uid, gid);
  await chmod(path.join(folder, "server.key"), 0o600);
  await admin.query(`ALTER SYSTEM SET ssl_cert_file = '${path.join(folder, "server.pem")}'`);
  await admin.query(`ALTER SYSTEM SET ssl_key_file = '${path.join(folder, "server.key")}'`);
  await admin.query("ALTER SYSTEM SET ssl = on");
  await admin.query("SELECT pg_reload_conf()");
  await vi.waitFor(async () => expect((await admin.query("SHOW ssl")).rows).toEqual([{ ssl: "on" }]), 20_000);
  await admin.end();
}

/** The service's address, over another way. */
function address(way: (url: URL) => void): string {
  const url = new URL(server.url);
  way(url);
  return url.href;
}
const reach = (url: string) => requireSession(url, "DATABASE_URL");

test("a server whose authority nobody knows is refused with what to add to the address, and that lets the service in", async () => {
  const strict = address((url) => url.searchParams.set("sslmode", "verify-full"));
  await expect(reach(strict)).rejects.toThrow(/signed by an authority.*sslmode=verify-full&sslrootcert=/);
  const known = address((url) => {
    url.searchParams.set("sslmode", "verify-full");
    url.searchParams.set("sslrootcert", path.join(folder, "ca.pem"));
  });
  await expect(reach(known)).resolves.toBeUndefined();
});

test("a socket's folder is an address", async () => {
  const admin = new pg.Client(server.adminUrl);
  await admin.connect();
  const { rows } = await admin.query<{ unix_socket_directories: string }>("SHOW unix_socket_directories");
  await admin.end();
  const { username, password } = new URL(server.url);
  const host = encodeURIComponent(rows[0]?.unix_socket_directories ?? "");
  const socket = `postgresql://${username}:${password}@/points?host=${host}&port=${port}`;
  await expect(reach(socket)).resolves.toBeUndefined();
  await expect(reach(socket.replace(host, encodeURIComponent("/nowhere")))).rejects.toThrow(
    /no socket .* \/nowhere/,
  );
});

/** PgBouncer in front of the server; where it answers. */
async function startPooler(mode: "transaction" | "session"): Promise<string> {
  const pooled = await freePort();
  const { username, password } = new URL(server.url);
  const file = (name: string) => path.join(folder, `${mode}-${name}`);
  await writeFile(file("users.txt"), `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file("pooler.ini"),
    `[databases]
points = host=127.0.0.1 port=${port} dbname=points
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled}
unix_socket_dir =
auth_type = plain
auth_file = ${file("users.txt")}
pool_mode = ${mode}
default_pool_size = 5
ignore_startup_parameters = extra_float_digits
`,
  );
  for (const name of ["users.txt", "pooler.ini"]) await chmod(file(name), 0o644);
  // It runs as root for nobody.
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  children.push(spawn(PGBOUNCER, [...asNobody, file("pooler.ini")], { stdio: "ignore" }));
  const url = address((changed) => {
    changed.port = String(pooled);
  });
  await vi.waitFor(async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.end();
  }, 20_000);
  return url;
}

test.skipIf(!existsSync(PGBOUNCER))(
  "PgBouncer in transaction mode is refused with what to do, and in session mode it serves (needs /usr/sbin/pgbouncer)",
  async () => {
    await expect(reach(await startPooler("transaction"))).rejects.toThrow(/DATABASE_DIRECT_URL/);
    await expect(reach(await startPooler("session"))).resolves.toBeUndefined();
  },
);
