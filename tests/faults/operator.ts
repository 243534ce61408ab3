import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Receiver } from "@/tests/support/receiver";
import { fillUp, makeRoom } from "./disk";
import { freePort, Installation, lastLine, type TillAnswer, until } from "./installation";
import { childrenOf, signal } from "./processes";
import type { Tree } from "./tree";

const HOUR_MS = 3_600_000;
const BRANCH = "01000000001";
/** Enough that no customer's own limit is reached. */
const CUSTOMERS = 12;
const PASSWORD = "only-for-a-year-7261";
/** Turnover of an ordinary day, from which the limit of the day follows. */
const TURNOVER = "20000";
const FROZEN_MS = 12_000;

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

export interface Row {
  step: string;
  said: string[];
  seconds: number;
  behind: string;
}

/** The operator of one shop: what is done in a year, and what is said. */
export class Operator {
  readonly rows: Row[] = [];
  readonly #told = new Receiver();
  readonly #hooks = new Receiver();
  clientId = "";
  #wallets: { WalletCode: string; ContactMsisdn: string }[] = [];
  #sales = 0;
  /** The newest backup. */
  copy = "";

  constructor(
    readonly folder: string,
    readonly shop: Installation,
    readonly next: Tree,
    /** Where the shop's own disk is mounted; null where there is none. */
    readonly disk: string | null,
  ) {}

  get dataDir(): string {
    return this.shop.settings.DATA_DIR ?? "";
  }

  async open(): Promise<void> {
    await Promise.all([this.#told.start(), this.#hooks.start()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#told.stop(), this.#hooks.stop()]);
  }

  /** One step, and behind it what doctor finds (`wrong`: the parts that it is to find) and whether the logs prove. */
  async step(
    name: string,
    work: (say: (line: string) => void) => Promise<void>,
    wrong: readonly string[] = [],
  ) {
    const startedAt = performance.now();
    const said: string[] = [];
    console.log(`\n${name}`);
    await work((line) => {
      said.push(line);
      console.log(`  ${line}`);
    });
    const found = this.doctor();
    if (found.join() !== wrong.join())
      throw new Error(
        `${name}: doctor finds ${found.join(", ") || "nothing"} instead of ${wrong.join(", ")}`,
      );
    const { status, said: verdict } = this.shop.run("verify");
    if (status !== 0) throw new Error(`${name}: verify ended with ${status}:\n${verdict}`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const behind = `doctor: ${found.length === 0 ? "nothing wrong" : found.join(", ")}; verify: ${lastLine(verdict)}`;
    console.log(`  ${behind} (${seconds} s)`);
    this.rows.push({ step: name, said, seconds, behind });
  }

  /** Parts that doctor calls wrong. */
  doctor(): string[] {
    const { said } = this.shop.run("doctor", ["--json"]);
    const findings = JSON.parse(said.slice(said.indexOf("["))) as { of: string; state: string }[];
    return findings.filter(({ state }) => state === "wrong").map(({ of }) => of);
  }

  /** The doctor's line about a part. */
  line(part: string): string {
    const { said } = this.shop.run("doctor");
    const found = said.split("\n").find((line) => new RegExp(`^WRONG +${part}`).test(line));
    if (found === undefined) throw new Error(`Doctor finds nothing wrong with ${part}:\n${said}`);
    return `doctor: ${found.replace(/\s+/g, " ")}`;
  }

  /** The notice that the operator's address got of a cause. */
  async notice(cause: string, state: "began" | "over" = "began"): Promise<string> {
    const of = () =>
      this.#told.received
        .map(({ body }) => JSON.parse(body) as { cause: string; state: string; text: string })
        .find((told) => told.cause.startsWith(cause) && told.state === state);
    const { text } = await until(`a notice of "${cause}"`, of);
    this.#told.reset();
    return `told: ${text.split("\n").find((line) => line.trim() !== "")}`;
  }

  sale(installation = this.shop, points = 1): Promise<TillAnswer> {
    const wallet = this.#wallets[this.#sales++ % CUSTOMERS];
    const bill = { ...wallet, BranchMsisdn: BRANCH, PointsValue: points };
    return installation.till(this.clientId, "Reward", bill);
  }

  async #enrol(): Promise<void> {
    const ContactMsisdn = `011100000${String(this.#wallets.length).padStart(2, "0")}`;
    const customer = { ContactMsisdn, BranchMsisdn: BRANCH, Consent: true, Name: "Mona" };
    const { code, text } = await this.shop.till(this.clientId, "Enrol", customer);
    if (code !== 0) throw new Error(`Enrol was answered ${text}`);
    this.#wallets.push({ ContactMsisdn, WalletCode: /"walletCode":"(\w+)"/i.exec(text)?.[1] ?? "" });
  }

  async mustSell(installation = this.shop): Promise<string> {
    const { code, message } = await this.sale(installation);
    if (code !== 0) throw new Error(`A sale was answered ${code}: ${message}`);
    return "a sale was answered 0";
  }

  async install(say: (line: string) => void): Promise<void> {
    await this.shop.mustStart();
    say(`/readyz: ${(await this.shop.readyz()).body}`);
  }

  async openShop(say: (line: string) => void): Promise<void> {
    const { shop } = this;
    const operator = [
      "user",
      "create",
      "--username",
      "omar",
      "--name",
      "Omar Said",
      "--role",
      "programme_operator",
    ];
    shop.make(operator, `${PASSWORD}\n`);
    const names = ["--name-en", "Nile Coffee", "--name-ar", "قهوة النيل"];
    const merchant = shop.make<{ id: number }>(["merchant", "create", ...names]);
    const at = ["--merchant", String(merchant.id)];
    shop.make(["branch", "create", ...at, "--msisdn", BRANCH, ...names]);
    const till = ["client", "create", ...at, "--name", "All tills", "--day-turnover", TURNOVER];
    this.clientId = shop.make<{ secret: string }>(till).secret;
    const session = await shop.signIn("omar", PASSWORD);
    const { programme } = await shop.ask<{ programme: { version: number } }>(session, "GET manage/programme");
    await shop.ask(session, "PATCH manage/programme", {
      ...{ version: programme.version, troublesToldTo: `${this.#told.url}/notices` },
    });
    await shop.ask(session, "POST manage/webhooks", {
      ...{
        merchantId: merchant.id,
        url: `${this.#hooks.url}/events`,
        eventTypes: ["points.rewarded"],
        description: "Stock",
      },
    });
    while (this.#wallets.length < CUSTOMERS) await this.#enrol();
    say(`operator, merchant, branch, ClientId, notices and a webhook; ${await this.mustSell()}`);
  }

  async backUp(say: (line: string) => void): Promise<void> {
    const unit = readFileSync(
      path.join(this.shop.tree.folder, "deploy/systemd/points-backup.service"),
      "utf8",
    );
    const execStart = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "";
    const to = path.join(this.folder, "backup");
    const { status, said } = this.shop.runUnit(execStart, { "/backup": to });
    if (status !== 0) throw new Error(`The backup ended with ${status}: ${said}`);
    this.copy = path.join(to, readdirSync(to).sort().at(-1) ?? "");
    say(`${execStart.replace(/^\S+/, "node")}: ${lastLine(said)}`);
    await this.rehearse(say, {});
  }

  /** Starts a copy of the backup beside the shop, sells there and proves its logs. */
  async rehearse(say: (line: string) => void, settings: Record<string, string>): Promise<void> {
    const place = path.join(this.folder, "restored");
    rmSync(place, { recursive: true, force: true });
    // The database's files stay its account's.
    spawnSync("cp", ["--archive", this.copy, place]);
    const restored = new Installation(
      this.shop.tree,
      await freePort(),
      { ...this.shop.settings, ...settings, DATA_DIR: place },
      path.join(this.folder, "clock-of-restored"),
    );
    try {
      await restored.mustStart();
      const sold = await this.mustSell(restored);
      say(`started from the copy: ${sold}; verify: ${lastLine(restored.run("verify").said)}`);
    } finally {
      await restored.stop();
    }
  }

  async rotateKey(say: (line: string) => void): Promise<void> {
    const { said } = this.shop.run("anchor-key", ["rotate"]);
    say(lastLine(said));
    await this.restart();
    const file = path.join(this.dataDir, "anchor-key.pem");
    const before = hashOf(file);
    await this.rehearse((line) => say(`from before the rotation, beside the live key: ${line}`), {
      ANCHOR_KEY_FILE: file,
    });
    if (hashOf(file) !== before) throw new Error("A rehearsal wrote the live key file");
    say("the live key file is as it was");
  }

  async restart(): Promise<void> {
    await this.shop.stop();
    await this.shop.mustStart();
    await this.mustSell();
  }

  async replaceSecret(say: (line: string) => void): Promise<void> {
    const old = readFileSync(path.join(this.dataDir, "session-secret"), "utf8").trim();
    Object.assign(this.shop.settings, { SESSION_SECRET: "another-one-".repeat(4), DATA_SECRET: old });
    await this.restart();
    say(`SESSION_SECRET is another one, DATA_SECRET the old: ${await this.mustSell()}`);
  }

  async upgrade(say: (line: string) => void): Promise<void> {
    const [before, { shop }] = [this.shop.tree, this];
    for (const [what, tree] of [
      ["upgraded", this.next],
      ["stepped back", before],
      ["upgraded again", this.next],
    ] as const) {
      shop.tree = tree;
      await this.restart();
      say(`${what}: /readyz ${(await shop.readyz()).status}, ${await this.mustSell()}`);
    }
  }

  async fillDisk(say: (line: string) => void): Promise<void> {
    if (this.disk === null) return say("not tried: only root mounts a disk");
    fillUp(this.disk);
    const refused = await until("a refused sale", async () => {
      const answer = await this.sale();
      return answer.code === 0 ? undefined : answer;
    });
    say(`a sale was answered ${refused.code}`);
    say(`/readyz: ${(await until("not ready", () => this.#unready())).body}`);
    say(await this.notice("disk"));
    makeRoom(this.disk);
    await this.#backAgain(say);
  }

  #unready = async () => {
    const answer = await this.shop.readyz();
    return answer.status === 503 ? answer : undefined;
  };

  async #backAgain(say: (line: string) => void): Promise<void> {
    await until("ready again", async () => ((await this.shop.readyz()).status === 200 ? true : undefined));
    let last: TillAnswer | undefined;
    const sold = async () => {
      last = await this.sale();
      return last.code === 0 ? true : undefined;
    };
    await until("a sale", sold).catch((error: Error) => {
      throw new Error(`${error.message}; the last one was answered ${last?.text}`);
    });
    say(`back: ${await this.mustSell()}`);
  }

  /** Freezes all of the database's processes for a while. */
  async freezeDatabase(say: (line: string) => void): Promise<void> {
    const file = path.join(this.dataDir, "postgres", "postmaster.pid");
    const server = Number(readFileSync(file, "utf8").split("\n")[0]);
    const all = [server, ...(await childrenOf(server))];
    for (const pid of all) signal(pid, "SIGSTOP");
    const since = performance.now();
    const { body } = await until("not ready", () => this.#unready());
    say(`/readyz after ${Math.round((performance.now() - since) / 1_000)} s: ${body}`);
    await delay(FROZEN_MS);
    for (const pid of all) signal(pid, "SIGCONT");
    await this.#backAgain(say);
    say(`log: ${await this.shop.logged(/^The database is away since/)}`);
    say(`log: ${await this.shop.logged(/^The database is back/)}`);
  }

  async setClockAhead(say: (line: string) => void): Promise<void> {
    const { shop } = this;
    shop.setClock(3 * HOUR_MS);
    say(`/readyz: ${(await until("not ready", () => this.#unready())).body}`);
    say(this.line("clock"));
    say(await this.notice("not ready: clock"));
    shop.setClock(0);
    await this.#backAgain(say);
    say(await this.notice("not ready: clock", "over"));
    await shop.stop();
    shop.setClock(800 * 24 * HOUR_MS);
    const { status, said } = await shop.start();
    if (status !== 78) throw new Error(`A start with a clock 800 days ahead ended with ${status}`);
    say(`started 800 days ahead: status 78, ${lastLine(said)}`);
    shop.setClock(0);
    await shop.mustStart();
  }

  async loseReceiver(say: (line: string) => void): Promise<void> {
    this.#hooks.answer = (_, response) => response.writeHead(410).end();
    await this.mustSell();
    say(await this.notice("endpoint off"));
    say(this.line("webhooks"));
  }

  async reachLimit(say: (line: string) => void): Promise<void> {
    const refused = await until("a limit", async () => {
      const answer = await this.sale(this.shop, 5_000);
      return answer.code === 0 ? undefined : answer;
    });
    say(`a sale was answered ${refused.code}: ${refused.message}`);
    say(await this.notice("limit"));
    say(this.line("limits"));
  }

  /** The machine is lost with its key; the newest backup is there. */
  async replaceMachine(say: (line: string) => void): Promise<void> {
    const { shop } = this;
    await shop.stop();
    const place = path.join(this.folder, "second");
    spawnSync("cp", ["--archive", this.copy, place]);
    for (const name of readdirSync(place).filter((name) => name.startsWith("anchor-key")))
      rmSync(path.join(place, name), { recursive: true });
    shop.settings.DATA_DIR = place;
    const { status, said } = await shop.start();
    if (status !== 78) throw new Error(`A start without the key ended with ${status}`);
    say(`started without the key: status 78, ${lastLine(said)}`);
    say(lastLine(shop.run("anchor-key", ["replace-lost"]).said));
    await shop.mustStart();
    say(await this.mustSell());
  }
}
