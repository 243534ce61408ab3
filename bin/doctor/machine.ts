import path from "node:path";
import { connect } from "node:tls";
import { isNearlyFull, readRoom } from "@/lib/areas/watch/trouble";
import type { Env } from "@/lib/platform/env";
import { isLoopback } from "@/lib/platform/env-values";
import { type Finding, look, unknown, well, wrong } from "./findings";

const TIMEOUT_MS = 5_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/** Whether the service runs here and is ready. */
export async function findService({ host, port }: Pick<Env, "host" | "port">): Promise<Finding> {
  const bare = host.replace(/^\[|\]$/g, "");
  const name = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[bare] ?? (bare.includes(":") ? `[${bare}]` : bare);
  try {
    const answer = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const {
      reasons = [],
      version = "",
      commit = "",
    } = (await answer.json()) as Partial<Record<string, string>> & {
      reasons?: string[];
    };
    if (answer.ok) return well("service", `ready at ${name}:${port}, ${version} ${commit}`.trim());
    return wrong("service", `not ready: ${reasons.join(" ")} See docs/alerts.md, PointsNotReady.`);
  } catch {
    return look(
      "service",
      `nothing answers at ${name}:${port}. Start it: systemctl start points, or npm start.`,
    );
  }
}

/** Free room of the disk of DATA_DIR. */
export async function findDisk({ dataDir }: Pick<Env, "dataDir">, read = readRoom): Promise<Finding> {
  const folder = path.resolve(dataDir);
  const room = await read(folder);
  if (room === null) return unknown("disk", `${folder} cannot be read. Run doctor as the service's account.`);
  const share = Math.round((room.freeBytes / room.bytes) * 100);
  const free = `${(room.freeBytes / 1024 ** 3).toFixed(1)} GB (${share} %) free on the disk of ${folder}`;
  return isNearlyFull(room)
    ? wrong("disk", `${free}: sales stop when it is full. Free room, never in pg_wal.`)
    : well("disk", free);
}

/** The way from browsers and tills to the service. */
export async function findWayIn(
  settings: Pick<Env, "publicUrl" | "host" | "trustedProxies" | "databaseUrl">,
  now: Date,
): Promise<Finding[]> {
  const { publicUrl, host, trustedProxies, databaseUrl = "" } = settings;
  const findings: Finding[] = [];
  if (/[?&]sslmode=(no-verify|disable)\b/.test(databaseUrl))
    findings.push(
      look("proxy, TLS", "DATABASE_URL has no checked TLS. Use sslmode=verify-full with sslrootcert."),
    );
  if (publicUrl === undefined) {
    findings.push(
      isLoopback(host)
        ? well(
            "proxy, TLS",
            "the service is for this machine alone (no PUBLIC_URL, HOST is loopback). For other devices set PUBLIC_URL=https://… and a proxy before it (docs/proxy.md)",
          )
        : wrong(
            "proxy, TLS",
            `HOST=${host} is reached from elsewhere without PUBLIC_URL. Set PUBLIC_URL=https://….`,
          ),
    );
    return findings;
  }
  const { protocol, hostname, port } = new URL(publicUrl);
  if (isLoopback(hostname)) return [...findings, well("proxy, TLS", `${publicUrl} is this machine alone`)];
  if (protocol !== "https:")
    return [
      ...findings,
      wrong(
        "proxy, TLS",
        `${publicUrl} is not encrypted: passwords and ClientIds can be read on their way. Put TLS in front.`,
      ),
    ];
  if (trustedProxies === null)
    findings.push(
      wrong(
        "proxy, TLS",
        "TRUST_PROXY is off: every caller has the proxy's address, and one that guesses holds up all. Name the proxy's network.",
      ),
    );
  else if (trustedProxies.isByNumber)
    findings.push(
      look("proxy, TLS", "TRUST_PROXY names no network. Name the proxies' own, such as 10.1.2.0/24."),
    );
  findings.push(await findCertificate({ host: hostname, port: Number(port || 443) }, now));
  return findings;
}

function findCertificate({ host, port }: { host: string; port: number }, now: Date): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      const ends = new Date(socket.getPeerCertificate().valid_to);
      const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS);
      socket.destroy();
      resolve(
        days < CERTIFICATE_DAYS
          ? wrong("proxy, TLS", `the certificate of ${host} ends in ${days} days. Renew it.`)
          : well("proxy, TLS", `the certificate of ${host} is good for ${days} days`),
      );
    });
    const fail = (reason: string) => {
      socket.destroy();
      resolve(
        wrong(
          "proxy, TLS",
          `${host}:${port} cannot be reached as browsers do (${reason}). Look at the proxy and its certificate.`,
        ),
      );
    };
    socket.once("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once("timeout", () => fail("no answer"));
  });
}
