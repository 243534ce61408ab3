import { once } from "node:events";
import { createConnection, type Socket } from "node:net";

/** Where the requests of a turn come from. */
export interface Requests {
  /** The next request, as it travels; null when there are no more. */
  next(): Buffer | null;
  /** The status that every answer is to have; any other is a failure. */
  readonly status: "200" | "304";
  /** Called with each successful answer and its request. */
  onAnswer?(answer: Buffer, request: Buffer): void;
}

export interface LoadOptions {
  port: number;
  requests: Requests;
  connections: number;
  seconds: number;
  /** Requests per second, sent whether or not those before were answered; absent: each connection sends as soon as it may. */
  rate?: number;
}

export interface LoadResult {
  /** Answered requests. */
  count: number;
  seconds: number;
  /** Answers with another status than was asked for. */
  failures: number;
  /** The first failures, to find their cause. */
  examples: string[];
  /** Milliseconds from when a request was due to its answer, sorted. */
  latenciesMs: Float64Array;
}

/**
 * Loads a server over so many keep-alive connections with one request under way on each. Only the end of an answer and its success are
 * read: the load shares the machine with what it measures, and is the same for all.
 *
 * At a given `rate` the latency counts from the moment at which a request was due and not from when it could be sent, so
 * that a server which stalls is charged for all who had to wait ("coordinated omission").
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const load = new Load(options);
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => Connection.open(options.port, load)),
  );
  const result = await load.run(connections);
  for (const connection of connections) connection.close();
  return result;
}

const EXAMPLES_MAX = 3;

class Load {
  #latencies = new Float64Array(1 << 16);
  #count = 0;
  #failures = 0;
  readonly #examples: string[] = [];
  #startedAt = 0;
  #endsAt = 0;
  #due = 0;
  #underWay = 0;
  #isExhausted = false;
  readonly #idle: Connection[] = [];
  #finish: () => void = () => undefined;

  constructor(private readonly options: LoadOptions) {}

  async run(connections: readonly Connection[]): Promise<LoadResult> {
    this.#startedAt = performance.now();
    this.#endsAt = this.#startedAt + this.options.seconds * 1000;
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#idle.push(...connections);
    if (this.options.rate === undefined)
      for (const connection of this.#idle.splice(0)) this.#sendOn(connection);
    else this.#tick();
    await finished;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const latenciesMs = this.#latencies.slice(0, this.#count).sort();
    return { count: this.#count, seconds, failures: this.#failures, examples: this.#examples, latenciesMs };
  }

  /** An answer has come in whole. */
  answered(connection: Connection, answer: Buffer): void {
    const now = performance.now();
    if (this.#count === this.#latencies.length) {
      const longer = new Float64Array(this.#latencies.length * 2);
      longer.set(this.#latencies);
      this.#latencies = longer;
    }
    this.#latencies[this.#count] = now - connection.dueAt;
    this.#count += 1;
    this.#underWay -= 1;
    if (statusOf(answer) === this.options.requests.status)
      this.options.requests.onAnswer?.(answer, connection.request);
    else {
      this.#failures += 1;
      if (this.#examples.length < EXAMPLES_MAX) this.#examples.push(answer.toString("utf8", 0, 2_000));
    }
    if (this.options.rate === undefined) this.#sendOn(connection, now);
    else {
      this.#idle.push(connection);
      this.#sendDue(now);
    }
    if (this.#underWay === 0 && (this.#isExhausted || now >= this.#endsAt)) this.#finish();
  }

  #sendOn(connection: Connection, now = performance.now(), dueAt = now): void {
    if (now >= this.#endsAt && this.options.rate === undefined) return;
    const request = this.options.requests.next();
    if (request === null) {
      this.#isExhausted = true;
      if (this.#underWay === 0) this.#finish();
      return;
    }
    this.#underWay += 1;
    connection.send(request, dueAt);
  }

  /** Timers are exact to a millisecond; a late tick counts as latency, for every contender. */
  #tick(): void {
    const now = performance.now();
    this.#sendDue(now);
    if (now < this.#endsAt && !this.#isExhausted) setTimeout(() => this.#tick(), 1);
    else if (this.#underWay === 0) this.#finish();
  }

  #sendDue(now: number): void {
    const interval = 1000 / (this.options.rate ?? 1);
    for (;;) {
      const dueAt = this.#startedAt + this.#due * interval;
      if (dueAt > now || dueAt >= this.#endsAt || this.#isExhausted) return;
      // Each in its turn: a server closes connections on which nothing is asked.
      const connection = this.#idle.shift();
      if (connection === undefined) return;
      this.#due += 1;
      this.#sendOn(connection, now, dueAt);
    }
  }
}

const HEAD_END = Buffer.from("\r\n\r\n");
const CHUNKS_END = Buffer.from("\r\n0\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/** One keep-alive connection with at most one request under way. */
class Connection {
  dueAt = 0;
  request: Buffer = NOTHING;
  #received: Buffer = NOTHING;
  #isClosed = false;

  private constructor(
    private readonly socket: Socket,
    private readonly load: Load,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (part: Buffer) => this.#onData(part));
    socket.on("close", () => {
      if (!this.#isClosed) throw new Error("The server closed a connection that was in use");
    });
    socket.on("error", (error) => {
      throw error;
    });
  }

  static async open(port: number, load: Load): Promise<Connection> {
    const socket = createConnection({ host: "127.0.0.1", port });
    await once(socket, "connect");
    return new Connection(socket, load);
  }

  send(request: Buffer, dueAt: number): void {
    this.dueAt = dueAt;
    this.request = request;
    this.socket.write(request);
  }

  close(): void {
    this.#isClosed = true;
    this.socket.destroy();
  }

  #onData(part: Buffer): void {
    const received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part]);
    if (!isWhole(received)) {
      this.#received = received;
      return;
    }
    this.#received = NOTHING;
    this.load.answered(this, received);
  }
}

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const head = answer.toString("latin1", 0, headEnd);
  if (head.startsWith("304", 9)) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return answer.length >= headEnd + HEAD_END.length + Number(length);
  return answer.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
}

/** Of "HTTP/1.1 200 …" */
function statusOf(answer: Buffer): string {
  return answer.toString("latin1", 9, 12);
}
