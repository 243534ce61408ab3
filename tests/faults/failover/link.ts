import net from "node:net";

/** A connection to a port of this machine that can be cut silently: nothing passes, and neither side is told. */
export class Link {
  readonly #sockets = new Set<net.Socket>();
  #isCut = false;

  private constructor(
    readonly port: number,
    private readonly server: net.Server,
  ) {}

  static async open(target: number): Promise<Link> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const link = new Link((server.address() as net.AddressInfo).port, server);
    server.on("connection", (client) => link.#join(client, net.connect(target, "127.0.0.1")));
    return link;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Mending breaks the connections that were silent, as a network does that comes back. */
  set isCut(isCut: boolean) {
    if (this.#isCut && !isCut) for (const socket of this.#sockets) socket.resetAndDestroy();
    this.#isCut = isCut;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(client: net.Socket, upstream: net.Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on("data", (data) => {
        if (!this.#isCut) to.write(data);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.#sockets.delete(from);
        // A connection that ends while the link is cut is not noticed on the other side.
        if (!this.#isCut) to.destroy();
      });
    }
  }
}
