import net from "node:net";
import type { Random } from "./random";

/** What a {@link NetworkProxy} does to what passes through it, each with its probability for one exchange. */
export interface NetworkFaults {
  /** The connection breaks before anything of a request gets through. */
  loseRequest: number;
  /** The request gets through, and the connection breaks when the answer comes. */
  loseAnswer: number;
  /** The request or its answer is held up for a while. */
  delay: number;
  /** Nothing comes or goes any more, and nobody says so. */
  silence: number;
}

export const CALM: NetworkFaults = { loseRequest: 0, loseAnswer: 0, delay: 0, silence: 0 };
export const STORM: NetworkFaults = { loseRequest: 0.02, loseAnswer: 0.04, delay: 0.05, silence: 0.003 };

const DELAY_MS = 200;

/** Stands between the tills and the service and treats their connections badly. */
export class NetworkProxy {
  faults: NetworkFaults = CALM;
  port = 0;
  private readonly sockets = new Set<net.Socket>();
  /** Connections on which nothing comes or goes any more. */
  private readonly stranded = new WeakSet<net.Socket>();
  private readonly server = net.createServer((client) => this.join(client));

  /** @param target Port on 127.0.0.1 to which everything goes. */
  constructor(
    private readonly random: Random,
    private readonly target: () => number,
  ) {}

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  /** Breaks every connection there is. */
  resetAll(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Leaves every connection half open: nothing passes, and neither side is told. */
  strandAll(): void {
    for (const socket of this.sockets) this.stranded.add(socket);
  }

  async close(): Promise<void> {
    this.resetAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: net.Socket): void {
    const upstream = net.connect(this.target(), "127.0.0.1");
    let isSilent = false;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", cut).on("close", () => {
        this.sockets.delete(socket);
        cut();
      });
    }
    const pass = (data: Buffer, to: net.Socket, lose: number) => {
      const { random, faults } = this;
      isSilent ||= this.stranded.has(client) || random.chance(faults.silence);
      if (isSilent) return;
      if (random.chance(lose)) cut();
      else if (random.chance(faults.delay)) setTimeout(() => to.write(data), random.between(1, DELAY_MS));
      else to.write(data);
    };
    client.on("data", (data) => pass(data, upstream, this.faults.loseRequest));
    upstream.on("data", (data) => pass(data, client, this.faults.loseAnswer));
  }
}
