import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { connectionConfig } from "./connection";

/** The channel on which changes of the configuration (clients, branches, segments …) are announced. */
export const CONFIG_CHANNEL = "config_changed";
/** The channel on which a customer's display of a till is said to have something new. */
const DISPLAY_CHANNEL = "display_changed";

/**
 * A change of the configuration. "everything": announcements may have been missed, so all remembered values must be
 * read again. `payload` is the publisher's JSON text, parsed.
 */
export type ConfigChange = { kind: "changed"; payload: unknown } | { kind: "everything" };
export type ConfigListener = (change: ConfigChange) => void;

/** Anything that runs one statement: a client inside its transaction, or a pool. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** A connection can die without a word; it is asked this often, so that a revocation is never missed for long. */
const HEARTBEAT_MS = 2_000;
const RECONNECT_MS_MAX = 2_000;

class ConfigListenerConnection {
  readonly listeners = new Set<ConfigListener>();
  readonly displayListeners = new Set<(displayId: number) => void>();
  isListening = false;
  private session: pg.Client | undefined;
  private running: Promise<void> | undefined;
  private readonly closed = new AbortController();

  start(): void {
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    for (let waitMs = 50; !this.closed.signal.aborted; waitMs = Math.min(waitMs * 2, RECONNECT_MS_MAX)) {
      try {
        await this.listen(() => {
          waitMs = 50;
        });
      } catch (error) {
        if (!this.closed.signal.aborted)
          log().warn({ err: error }, "Not listening for configuration changes; trying again");
      }
      await delay(waitMs, undefined, { signal: this.closed.signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection breaks; always rejects or returns with the connection closed. */
  private async listen(onConnected: () => void): Promise<void> {
    const session = new pg.Client({ ...connectionConfig("notify"), query_timeout: HEARTBEAT_MS });
    this.session = session;
    const broken = new AbortController();
    session.on("error", () => broken.abort());
    session.on("end", () => broken.abort());
    const echo = `points_service_echo_${randomBytes(8).toString("hex")}`;
    let echoes = 0;
    session.on("notification", ({ channel, payload }) => {
      if (channel === echo) {
        echoes += 1;
        return;
      }
      if (channel !== DISPLAY_CHANNEL) return this.tell({ kind: "changed", payload: parse(payload) });
      for (const listener of this.displayListeners) listener(Number(payload));
    });
    // The server sends an announcement of one's own before it says that the statement is done.
    const hearItself = async () => {
      const before = echoes;
      await session.query(`NOTIFY ${echo}`);
      if (echoes === before) throw new Error("An own announcement did not come back");
    };
    try {
      await session.connect();
      await session.query(`LISTEN ${CONFIG_CHANNEL}; LISTEN ${DISPLAY_CHANNEL}; LISTEN ${echo}`);
      await hearItself();
      this.isListening = true;
      onConnected();
      // Announcements were missed while the connection was down.
      this.tell({ kind: "everything" });
      while (!broken.signal.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: broken.signal, ref: false }).catch(() => undefined);
        if (!broken.signal.aborted) await hearItself();
      }
    } finally {
      this.isListening = false;
      await session.end().catch(() => undefined);
    }
  }

  private tell(change: ConfigChange): void {
    for (const listener of this.listeners) {
      try {
        listener(change);
      } catch (error) {
        log().error({ err: error }, "A listener to configuration changes failed");
      }
    }
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.session?.end().catch(() => undefined);
    await this.running;
  }
}

/** Payloads are JSON; one that is not is handed on as text, so that its listener can decide to forget everything. */
function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "null");
  } catch {
    return payload;
  }
}

const connection = () => processSingleton("notify", () => new ConfigListenerConnection());

/**
 * Calls `listener` after every committed change of the configuration by any process, usually within milliseconds,
 * and with "everything" whenever announcements may have been missed (at every new connection). The first call
 * opens the connection. Listeners must not throw and must not block.
 * @returns a function that ends it.
 */
export function onConfigChange(listener: ConfigListener): () => void {
  const held = connection();
  held.listeners.add(listener);
  held.start();
  return () => held.listeners.delete(listener);
}

/** True while announcements arrive. While false, nothing that was remembered may be trusted for more than a moment. */
export function isListening(): boolean {
  return connection().isListening;
}

/**
 * Announces a change of the configuration. Call it inside the transaction of the change: the announcement is sent when
 * that commits, and only then.
 */
export async function announceConfigChange(transaction: Queryable, payload: unknown): Promise<void> {
  await transaction.query("SELECT pg_notify($1, $2)", [CONFIG_CHANNEL, JSON.stringify(payload)]);
}

/**
 * Calls `listener` with the number of each display that has something new, usually within milliseconds. Announcements may be missed:
 * who waits for one looks by itself now and then. Listeners must not throw and must not block.
 * @returns a function that ends it.
 */
export function onDisplayChange(listener: (displayId: number) => void): () => void {
  const held = connection();
  held.displayListeners.add(listener);
  held.start();
  return () => held.displayListeners.delete(listener);
}

/** Announces that a display has something new, when the transaction commits. */
export async function announceDisplayChange(transaction: Queryable, displayId: number): Promise<void> {
  await transaction.query("SELECT pg_notify($1, $2)", [DISPLAY_CHANNEL, String(displayId)]);
}

/** Ends listening, for the end of the process. */
export function stopListening(): Promise<void> {
  return connection().close();
}
