import net from "node:net";
import path from "node:path";
import pg from "pg";

/** What happens to the connections of a {@link DatabaseProxy}. */
export type Fault =
  /** Everything goes through. */
  | "none"
  /** The connection breaks when the server has locked the wallets of a batch and says so. */
  | "after lock"
  /** The connection breaks when a COMMIT is on its way to the server, which never gets it. */
  | "before commit"
  /** The connection breaks when the server's word that it has committed is on its way back. */
  | "after commit"
  /** Nothing comes or goes any more, and nobody says so. */
  | "silence";

/** Stands between a pool and the database and breaks connections at the worst moments. */
export interface DatabaseProxy {
  url: string;
  /** For what is sent from now on. A fault at a lock or a commit happens once. */
  fault: Fault;
  /** Done first, at the moment when a connection is about to break. */
  atBreak: (() => void) | undefined;
  /** Commits that were seen on their way to the server. */
  commits: number;
  /** Leaves every connection there is half open: nothing gets through any more, and nobody says so. New ones work. */
  strand(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  // A folder instead of a name: the server listens on a socket in it.
  const target = host.startsWith("/") ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
  const sockets = new Set<net.Socket>();
  const stranded = new WeakSet<net.Socket>();
  const server = net.createServer((client) => join(client));
  const proxy: DatabaseProxy = {
    url: "",
    fault: "none",
    atBreak: undefined,
    commits: 0,
    strand,
    close: () => closeAll(server, sockets),
  };

  function join(client: net.Socket): void {
    const upstream = net.connect(target);
    // What was not passed on never is: a stream without its middle is nothing that a network makes.
    const isSilent = () => {
      if (proxy.fault === "silence") stranded.add(client);
      return stranded.has(client);
    };
    let locks = false;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    const breakNow = () => {
      proxy.atBreak?.();
      cut();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Small answers must not wait for the acknowledgement of those before them, 40 ms each time.
      socket.setNoDelay(true);
      socket.on("error", cut).on("close", () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on("data", (data) => {
      if (isSilent()) return;
      if (data.includes("COMMIT")) {
        proxy.commits += 1;
        if (tripped("before commit")) return breakNow();
      }
      // The name of the statement that locks (lib/ledger/run/read.ts).
      locks ||= data.includes("lock_wallets");
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (isSilent()) return;
      if (data.includes("COMMIT") && tripped("after commit")) return breakNow();
      if (locks && tripped("after lock")) return breakNow();
      locks = false;
      client.write(data);
    });
  }

  function strand(): void {
    for (const socket of sockets) stranded.add(socket);
  }

  function tripped(fault: Fault): boolean {
    if (proxy.fault !== fault) return false;
    proxy.fault = "none";
    return true;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  proxy.url = url.href;
  return proxy;
}

async function closeAll(server: net.Server, sockets: ReadonlySet<net.Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
