import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "./build.mjs";

/** The demo data's user names, by role. */
export const DEMO_USERS = {
  cashier: "cashier",
  supervisor: "supervisor",
  merchant_admin: "admin",
  programme_operator: "operator",
};

/** The code of the wallet that users of {@link signInToDemo} have looked up, and may open by its address. */
const LOOKED_UP = "100002";

/**
 * Calls `work` with the address of the built service, which runs on demo data in a folder of its own for so long, and
 * leaves nothing behind.
 */
export async function withDemoService(work) {
  await ensureBuilt();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "points-demo-"));
  // The database's own account has to get there, or the database would be put elsewhere and stay.
  chmodSync(dataDir, 0o755);
  const service = await start(dataDir);
  try {
    return await work(service.url);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function start(dataDir) {
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      METRICS_PORT: "0",
      DATA_DIR: dataDir,
      DEMO_DATA: "on",
      LOG_LEVEL: "error",
    },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      const url = /Points service +(\S+)/.exec(printed)?.[1];
      if (url === undefined) return;
      resolve({
        url,
        stop: () => {
          child.kill("SIGTERM");
          return ended;
        },
      });
    });
    void ended.then((code) => reject(new Error(`The service ended with exit code ${code}.\n${printed}`)));
  });
}

/** Signs one of the demo data's users in; the cookies of the session, by name. */
export async function signInToDemo(url, username = DEMO_USERS.cashier) {
  const answer = await fetch(`${url}/api/portal/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-portal": "1", origin: url },
    body: JSON.stringify({ username, password: `${username}-demo` }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return { name, value };
  });
  await lookUp(url, cookies);
  return cookies;
}

/** A till opens the page of a wallet that it was led to. */
async function lookUp(url, cookies) {
  const answer = await fetch(`${url}/api/portal/wallets/lookup`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-portal": "1",
      origin: url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
    body: JSON.stringify({ text: LOOKED_UP }),
  });
  if (!answer.ok) throw new Error(`Looking a wallet up failed: ${await answer.text()}`);
}

/** The path of the Chromium to use: the one that CHROME_PATH names, or the system's. */
export function findChromium() {
  const candidates = [
    process.env.CHROME_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = candidates.find((candidate) => candidate && existsSync(candidate));
  if (found === undefined)
    throw new Error("No Chromium was found. Install it, or set CHROME_PATH to its program.");
  return found;
}
