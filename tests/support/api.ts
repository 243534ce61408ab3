import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { verify } from "@/lib/ledger/verify/verify";
import { ManualClock } from "@/lib/platform/clock";
import { announceConfigChange } from "@/lib/platform/database/notify";
import { markSocketAddresses } from "@/lib/platform/http/socket-address";
import { createLogTo } from "@/lib/platform/log";
import { forgetSingletons, processSingleton } from "@/lib/platform/process-singleton";
import type { GetDealsResponse } from "@/lib/points-api/deals";
import { serveIntegration as serveAtNextDoor } from "@/lib/points-api/next-door";
import { answerBrokenRequest, serveIntegration } from "@/lib/points-api/node-door";
import type { PointsLogBody, WalletBody } from "@/lib/points-api/objects";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";
import type {
  EnrolResponse,
  PointsResponse,
  QuoteResponse,
  RewardResponse,
  TransactionResponse,
  WalletResponse,
} from "@/lib/points-api/response-schemas";
import { createServices, type Services } from "@/lib/services";
import { expectDescribed } from "./contract";
import { createTestDatabase, type TestDatabase } from "./database";
import { isDeep } from "./deep";
import { type DemoFixture, type FixtureWallet, loadDemoFixture } from "./demo-fixture";

/** Noon in Cairo on a Tuesday, in the middle of a month: so far from every boundary as can be. */
export const START = new Date("2026-03-10T10:00:00Z");

/**
 * The doors of the points API. Every guarantee is proved through the one that callers use, and in deep runs through both; that the
 * other answers alike is proved by suites/two-doors.ts.
 */
export const DOORS = ["node", "next"] as const;
export type DoorName = (typeof DOORS)[number];
const PROVED_DOORS: readonly DoorName[] = isDeep ? DOORS : ["node"];

export const CLIENT = "pis_test_demo";
export const BRANCH = "01000000001";
export const OTHER_BRANCH = "01000000002";
export const INACTIVE_BRANCH = "01000000003";
export const FOREIGN_BRANCH = "01000000011";

/** HTTP status of each code: rules.md §11, written down a second time on purpose. 1007 is 405 for a wrong method. */
export const STATUS_OF = {
  1001: 400,
  1002: 400,
  1003: 400,
  1004: 415,
  1005: 404,
  1006: 413,
  1007: 404,
  1008: 410,
  1101: 401,
  1102: 401,
  1103: 403,
  1104: 403,
  1105: 401,
  1110: 404,
  1111: 403,
  1201: 404,
  1202: 422,
  1203: 422,
  1204: 422,
  1205: 422,
  1206: 409,
  1207: 409,
  1208: 422,
  1301: 422,
  1302: 422,
  1304: 422,
  1306: 422,
  1307: 422,
  1310: 422,
  1311: 422,
  1312: 423,
  1401: 404,
  1402: 422,
  1403: 409,
  1404: 422,
  1405: 422,
  1406: 422,
  1407: 403,
  1411: 409,
  1412: 422,
  1413: 409,
  1414: 422,
  1415: 422,
  1416: 409,
  1417: 409,
  1418: 409,
  1419: 422,
  1420: 404,
  1421: 409,
  1422: 409,
  1501: 409,
  1504: 400,
  1505: 404,
  1701: 429,
  1702: 422,
  1703: 422,
  1704: 422,
  1901: 500,
  1902: 503,
} as const satisfies Record<ErrorCode, number>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Call {
  method?: string;
  version?: string;
  /** Instead of `/api/Integration/{version}/{operation}`. */
  path?: string;
  query?: string;
  /** null: no ClientId at all. */
  clientId?: string | null;
  language?: string;
  headers?: Headers;
  /** Sent as it is, instead of the JSON of the fields. */
  body?: string | Buffer;
  /** Sent in parts, without a Content-Length. */
  isChunked?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** What came back. `json` is undefined when there was no body. */
export interface Answer<Body = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  json: Body;
}

/** A caller of the API through one door. Every answer's headers and envelope are checked before it is handed on. */
export interface Caller {
  door: DoorName;
  send(operation: OperationName | string, fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  reward(fields?: Fields, call?: Call): Promise<Answer<RewardResponse>>;
  redeem(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  refund(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  cancel(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  returnReward(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  hold(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  capture(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  release(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  deals(call?: Call): Promise<Answer<GetDealsResponse>>;
  wallet(fields?: Fields, call?: Call): Promise<Answer<PointsResponse>>;
  quote(fields?: Fields, call?: Call): Promise<Answer<QuoteResponse>>;
  transaction(fields?: Fields, call?: Call): Promise<Answer<TransactionResponse>>;
  enrol(fields?: Fields, call?: Call): Promise<Answer<EnrolResponse>>;
  /** Writes bytes to a connection of its own and reads until the other side ends it. */
  raw(bytes: string | Buffer, options?: { endsAfterWriting?: boolean }): Promise<string>;
}

/** A customer of the tests' own. */
export interface Customer {
  id: number;
  /** The fields by which requests name the wallet and its usual branch. */
  fields: { WalletCode: string; ContactMsisdn: string; BranchMsisdn: string };
}

export interface Api {
  database: TestDatabase;
  clock: ManualClock;
  fixture: DemoFixture;
  services: Services;
  customer(wallet?: Partial<FixtureWallet>): Promise<Customer>;
  /** A caller through a door, on other services than the file's when they are given. */
  caller(door: DoorName, services?: Services): Caller;
  /** What the demo client is answered to a body, without a connection. */
  answerInProcess(operation: OperationName, body: string): Promise<Answer<PointsResponse>>;
  /** A caller of a server of another process that answers from the same database. */
  callerAt(door: DoorName, port: number): Caller;
  /** Does `work` while the clock stands at another time. */
  at<Result>(time: string | Date, work: () => Promise<Result>): Promise<Result>;
  /** Changes configuration and announces it, as the portal does; services hear of it a moment later. */
  announce(sql: string, values?: unknown[]): Promise<void>;
  /** Changes configuration, and the file's services know it when this resolves. */
  configure(sql: string, values?: unknown[]): Promise<void>;
  /** Everything that a refused request must leave as it was. */
  snapshot(): Promise<unknown>;
  /** Services as after a restart of the process: nothing remembered. */
  restarted(): Services;
  logLines: string[];
  /** Those of the lines that hold a PIN, a ClientId or a whole mobile number of this file's tests. */
  linesWithSecrets(lines: readonly string[]): string[];
}

let numbers = 0;
/** A number that nothing else in this process has. */
export function unique(): number {
  numbers += 1;
  return numbers;
}

/** A mobile number that nobody has. */
export function newMsisdn(): string {
  return `0106${String(2_000_000 + unique())}`;
}

/** A reference that nobody has used. */
export function newReference(): string {
  return `T-${unique()}-${process.pid}`;
}

/**
 * The whole suite of `define` through each door that is proved, over a database of the calling file's own with the fixed demo data.
 * After the last test the log must hold no secret, and every wallet must add up.
 */
export function throughEachDoor(define: (api: Api, caller: Caller) => void): void {
  const api = startApi();
  describe.each(PROVED_DOORS)("through the %s door", (door) => {
    define(api, api.caller(door));
  });
}

/** The database, services and doors of the calling test file; usable inside hooks and tests. */
export function startApi(): Api {
  const state = new ApiUnderTest();
  beforeAll(() => state.start());
  afterAll(() => state.stop());
  return state;
}

const SNAPSHOT = `
SELECT (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM wallet) AS wallets, (SELECT count(*) FROM idempotency_key) AS keys,
       (SELECT count(*) FROM reversal) AS reversals, (SELECT coalesce(sum(given_back), 0) FROM reversal) AS given_back,
       (SELECT coalesce(sum(points), 0) FROM lot) AS lot_points, (SELECT coalesce(sum(failed_in_row), 0) FROM wallet_pin) AS wrong_pins,
       sum(balance) AS balance, sum(accumulated) AS accumulated, sum(redeemed) AS redeemed, sum(suspended) AS suspended
  FROM wallet`;

class ApiUnderTest implements Api {
  readonly clock = new ManualClock(START);
  readonly logLines: string[] = [];
  readonly #secrets = new Set<string>([...Object.values(PINS), "pis_test_", "pis_live_"]);
  readonly #servers: Server[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #ports = new Map<DoorName, number>();
  #running: { database: TestDatabase; services: Services; fixture: DemoFixture } | undefined;

  get database() {
    return this.#started().database;
  }
  get services() {
    return this.#started().services;
  }
  get fixture() {
    return this.#started().fixture;
  }

  async start(): Promise<void> {
    markSocketAddresses();
    // What the file before left behind may have written a line already, to a log that nobody reads.
    forgetSingletons("log");
    // Everything that would be written, at every level, is kept and searched at the end.
    processSingleton("log", () => createLogTo({ write: (line) => this.logLines.push(line) }, "trace"));
    const database = await createTestDatabase();
    const services = createServices({ clock: this.clock });
    const fixture = await loadDemoFixture(database.pool, services.ledger);
    this.#running = { database, services, fixture };
    for (const { walletCode } of (await database.pool.query('SELECT wallet_code AS "walletCode" FROM wallet'))
      .rows)
      this.#secrets.add(`1110${String(Number(walletCode) - 100_000).padStart(6, "0")}`);
    for (const door of DOORS) this.#ports.set(door, await this.#listen(door, () => this.services));
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    if (this.#running === undefined) return;
    const { pool } = this.database;
    const { findings } = await verify(pool);
    await this.services.ledger.drain();
    await this.database.drop();
    expect(findings).toEqual([]);
    expect(this.linesWithSecrets(this.logLines)).toEqual([]);
  }

  async customer(wallet: Partial<FixtureWallet> = {}): Promise<Customer> {
    const number = unique();
    const walletCode = wallet.walletCode ?? `T${number}`;
    const contactMsisdn = wallet.contactMsisdn ?? `0155${String(4_000_000 + number)}0`.slice(0, 11);
    this.#secrets.add(contactMsisdn.slice(1));
    const id = await this.fixture.createWallet({ points: 1_000, ...wallet, walletCode, contactMsisdn });
    return { id, fields: { WalletCode: walletCode, ContactMsisdn: contactMsisdn, BranchMsisdn: BRANCH } };
  }

  caller(door: DoorName, services?: Services): Caller {
    const own = services === undefined ? undefined : this.#listen(door, () => services);
    return createCaller(door, async () => (await own) ?? this.#ports.get(door) ?? 0, this.#agent);
  }

  callerAt(door: DoorName, port: number): Caller {
    return createCaller(door, async () => port, this.#agent);
  }

  async answerInProcess(operation: OperationName, body: string): Promise<Answer<PointsResponse>> {
    const request = new Request(`http://points.test/api/Integration/v1/${operation}`, {
      method: "POST",
      headers: { ClientId: CLIENT, "Content-Type": "application/json", "X-Forwarded-For": "127.0.0.1" },
      body,
    });
    const response = await serveAtNextDoor(this.services, request, operation);
    const bytes = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries(response.headers);
    const answer = { status: response.status, headers, bytes, json: JSON.parse(bytes.toString("utf8")) };
    expectWellFormed(operation, {}, answer);
    return answer;
  }

  async at<Result>(time: string | Date, work: () => Promise<Result>): Promise<Result> {
    const before = this.clock.now();
    this.clock.set(new Date(time));
    try {
      return await work();
    } finally {
      this.clock.set(before);
    }
  }

  async announce(sql: string, values: unknown[] = []): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(sql, values);
      await announceConfigChange(client, { kind: "test" });
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  }

  async configure(sql: string, values: unknown[] = []): Promise<void> {
    await this.announce(sql, values);
    this.services.clients.forget();
    this.services.deals.forget();
  }

  async snapshot(): Promise<unknown> {
    return (await this.database.pool.query(SNAPSHOT)).rows[0];
  }

  restarted(): Services {
    return createServices({ clock: this.clock });
  }

  #started() {
    if (this.#running === undefined) throw new Error("The API is used before it was started");
    return this.#running;
  }

  async #listen(door: DoorName, findServices: () => Services): Promise<number> {
    const server = createServer({ maxHeaderSize: 16_384 }, (incoming, outgoing) => {
      if (door === "node") void serveIntegration(incoming, outgoing, findServices);
      else void serveAsNextWould(findServices(), incoming, outgoing);
    });
    server.on("clientError", answerBrokenRequest);
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  linesWithSecrets(lines: readonly string[]): string[] {
    const secrets = [...this.#secrets];
    const holdsSecret = (line: string) =>
      /(?<![\w.-])1234(?![\w.-])/.test(line) || secrets.some((secret) => line.includes(secret));
    return lines.filter((line) => holdsSecret(line.replace(RANDOM_PARTS, "")));
  }
}

/** What chance alone makes look like a PIN: a request's UUID, a process ID, a duration. */
const RANDOM_PARTS = /"(?:pid|durationMs)":[\d.]+|"requestId":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g;

/** PINs that tests use: long enough never to stand in a log line by accident. */
export const PINS = { right: "908172", wrong: "615243" } as const;

/** What Next.js makes of a request before it calls a route handler, and of the handler's response afterwards. */
async function serveAsNextWould(
  services: Services,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  incoming.headers["x-forwarded-for"] ??= incoming.socket.remoteAddress ?? "";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const request = new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host}`), {
    method: incoming.method ?? "GET",
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  } as RequestInit);
  const response = await serveAtNextDoor(services, request);
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function createCaller(door: DoorName, portOf: () => Promise<number>, agent: Agent): Caller {
  const send = async (operation: string, fields: Fields = {}, call: Call = {}) => {
    const answer = await exchange(await portOf(), agent, operation, fields, call);
    expectWellFormed(operation, call, answer);
    // What it says is checked by its schema; what is expected of it, by the test.
    return answer as Answer<never>;
  };
  return {
    door,
    send,
    reward: (fields, call) =>
      send("Reward", { PointsValue: 100, ExternalLogId: newReference(), ...fields }, call),
    redeem: (fields, call) => send("RedeemUser", { PointsValue: 100, ...fields }, call),
    refund: (fields, call) => send("Refund", fields, call),
    cancel: (fields, call) => send("Cancel", fields, call),
    returnReward: (fields, call) => send("ReturnReward", fields, call),
    hold: (fields, call) => send("Hold", fields, call),
    capture: (fields, call) => send("Capture", fields, call),
    release: (fields, call) => send("Release", fields, call),
    wallet: (fields, call) => send("GetWallet", fields, call),
    quote: (fields, call) => send("Quote", fields, call),
    transaction: (fields, call) => send("GetTransaction", fields, call),
    enrol: (fields, call) =>
      send("Enrol", { ContactMsisdn: newMsisdn(), BranchMsisdn: BRANCH, Consent: true, ...fields }, call),
    deals: (call) => send("GetDeals", {}, { method: "GET", ...call }),
    raw: async (bytes, { endsAfterWriting = false } = {}) => {
      const socket = connect({ port: await portOf(), host: "127.0.0.1", allowHalfOpen: true });
      if (endsAfterWriting) socket.end(bytes);
      else socket.write(bytes);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString();
    },
  };
}

function exchange(
  port: number,
  agent: Agent,
  operation: string,
  fields: Fields,
  call: Call,
): Promise<Answer> {
  const { method = operation === "GetDeals" ? "GET" : "POST", version = "v1", query = "" } = call;
  const isReading = method === "GET" || method === "HEAD";
  const body = call.body ?? (isReading ? undefined : JSON.stringify(fields));
  const headers: Record<string, string | string[]> = {};
  const clientId = call.clientId === undefined ? CLIENT : call.clientId;
  if (clientId !== null) headers.ClientId = clientId;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (body !== undefined && !call.isChunked) headers["Content-Length"] = String(Buffer.byteLength(body));
  if (call.language !== undefined) headers["Accept-Language"] = call.language;
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = typeof value === "string" ? value : [...value];
  }
  const path = call.path ?? `/api/Integration/${version}/${operation}`;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: "127.0.0.1", port, agent, method, path: query === "" ? path : `${path}?${query}`, headers },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const isJson = bytes.length > 0 && incoming.headers["content-encoding"] === undefined;
          const json = isJson ? JSON.parse(bytes.toString("utf8")) : undefined;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, json });
        });
      },
    );
    outgoing.on("error", reject);
    if (call.isChunked && body !== undefined) {
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 7_000) outgoing.write(bytes.subarray(at, at + 7_000));
      outgoing.end();
    } else outgoing.end(body);
  });
}

// What every answer must be, whatever was asked ------------------------------------------------------------------------

const LANGUAGES: readonly unknown[] = ["en", "ar"];

function expectWellFormed(operation: string, call: Call, answer: Answer): void {
  const { headers } = answer;
  expect(headers["x-request-id"], "every answer has a request id").toMatch(/^[\w.-]{1,64}$/);
  expect(headers["api-version"]).toBe("v1");
  expect(LANGUAGES).toContain(headers["content-language"]);
  if (answer.json === undefined) return;
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  const path = /^\/+api\/+Integration\/(?:[^/]*|\/*[^/]+\/*)\/([^/]+)\/*$/i.exec(call.path ?? "");
  const named = (call.path === undefined ? operation : (path?.[1] ?? "")).toLowerCase();
  const name = Object.keys(OPERATIONS).find((known) => known.toLowerCase() === named) as
    | OperationName
    | undefined;
  expectEnvelope(name ?? "", answer.json);
  if (name !== undefined && !isOfNoOperation(answer.json))
    expectDescribed({
      path: `/api/Integration/{version}/${name}`,
      method: OPERATIONS[name].method === "GET" ? "get" : "post",
      ...answer,
    });
}

/** A method that an operation does not have is none of the operation's own answers. */
function isOfNoOperation(json: unknown): boolean {
  const { errorCode, ErrorCode } = json as { errorCode?: string; ErrorCode?: number };
  return Number(errorCode ?? ErrorCode) === 1007;
}

/** The whole envelope of an operation, every key in the interface's order. A path that names none is answered as 2.5. */
export function expectEnvelope(operation: string, json: unknown): void {
  const name = Object.hasOwn(OPERATIONS, operation) ? (operation as OperationName) : "Refund";
  const schema = OPERATIONS[name].response;
  expect(schema.safeParse(json).error?.issues ?? [], "the body agrees with its schema").toEqual([]);
  expect(keysOf(json), "every key, in order").toEqual(keysByOrder(schema, json));
}

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value).map(([key, held]) => [key, keysOf(held)]);
}

function keysByOrder(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return value === null ? null : keysByOrder(schema.unwrap(), value);
  if (schema instanceof z.ZodOptional) return keysByOrder(schema.unwrap(), value);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item) => keysByOrder(schema.element, item)) : null;
  if (schema instanceof z.ZodRecord) return keysOf(value);
  if (schema instanceof z.ZodUnion) {
    const orders = schema.options.map((option) => keysByOrder(option, value));
    return orders.find((order) => JSON.stringify(order) === JSON.stringify(keysOf(value))) ?? orders[0];
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const sent = value as Record<string, unknown>;
  // A key of few objects stands last, and only in those.
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    field instanceof z.ZodOptional && sent[key] === undefined ? [] : [[key, keysByOrder(field, sent[key])]],
  );
}

/** Every envelope that may show a wallet. */
export type WalletAnswer = Answer<
  PointsResponse | RewardResponse | WalletResponse | EnrolResponse | QuoteResponse | TransactionResponse
>;

/** A success that moved nothing, with its wallet. */
export function expectWallet({ status, json }: WalletAnswer): WalletBody {
  expect({ status, code: json.errorCode }).toEqual({ status: 200, code: "0" });
  expect(json.pointsLog).toBeNull();
  if (json.wallet === null) throw new Error("A success without its wallet");
  return json.wallet;
}

/** A success, with the parts that a test goes on with. */
export function expectSuccess(answer: WalletAnswer): {
  wallet: WalletBody;
  entry: PointsLogBody;
} {
  const { wallet, pointsLog } = answer.json;
  expect({ status: answer.status, code: answer.json.errorCode }).toEqual({ status: 200, code: "0" });
  if (wallet === null || pointsLog === null) throw new Error("A success without its wallet or its entry");
  expect(pointsLog.balanceAfter).toBe(wallet.totalPoints);
  return { wallet, entry: pointsLog };
}

/** A refusal with this code: its status, its envelope without an entry. Returns the wallet that it shows, if any. */
export function expectRefusal(
  answer: WalletAnswer,
  code: ErrorCode,
  { status = STATUS_OF[code] as number, field }: { status?: number; field?: string } = {},
): WalletBody | null {
  const { json } = answer;
  const message = field === undefined ? json.errorMessage : `${FIELD_TEXTS[code] ?? ""}${field}`;
  // Advice on what to do may follow.
  const told = json.errorMessage.startsWith(`${message}. `) ? message : json.errorMessage;
  expect({ code: json.errorCode, status: answer.status, message: told }).toEqual({
    code: String(code),
    status,
    message,
  });
  expect(json.pointsLog).toBeNull();
  expect(json.offerNumber).toBe(0);
  if ("totalAmount" in json) expect(json.totalAmount).toBe(0);
  return json.wallet;
}

const FIELD_TEXTS: Partial<Record<ErrorCode, string>> = {
  1001: "Required field is missing: ",
  1002: "Invalid value for field: ",
};

/** A refusal of GetDeals with this code. */
export function expectDealsRefusal(
  { status, json }: Answer<GetDealsResponse>,
  code: ErrorCode,
  expected: number = STATUS_OF[code],
): void {
  expect({ code: json.ErrorCode, status }).toEqual({ code, status: expected });
  expect(json.deals).toEqual([]);
  expect(json.EnglishErrorMessage).not.toBe("");
  expect(json.ArabicErrorMessage).not.toBe("");
  expect([json.EnglishErrorMessage, json.ArabicErrorMessage]).toContain(json.ErrorMessage);
}

/** How many answers had each code. */
export function countCodes(answers: readonly WalletAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { json, headers } of answers) {
    const outcome = headers["idempotent-replayed"] === "true" ? "replayed" : json.errorCode;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
