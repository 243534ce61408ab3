import type { Command } from "@/lib/ledger/rules/commands";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import type { TestDatabase } from "@/tests/support/database";
import {
  type Commands,
  commandsOf,
  createWallet,
  startProcess,
  type TestWallet,
} from "@/tests/support/ledger";
import { makeCustomer } from "./customers";
import type { PortalWorld } from "./world";

/** The till of the first branch, with its supervisor. */
export interface WorkedTill {
  readonly commands: Commands;
  /** A new customer's wallet in the default segment. */
  wallet(name: string): Promise<TestWallet>;
  /** Carries a command out, at a moment that may be past but not before the wallet's last one. Returns its entry's id. */
  post(command: Exclude<Command, { type: "expire" | "transfer" }>, at?: Date): Promise<number>;
}

/** Lets `work` move points at a till of its own, beside the service that is being tested. */
export async function workTill<Outcome>(
  { database, world }: { database: TestDatabase; world: PortalWorld },
  work: (till: WorkedTill) => Promise<Outcome>,
): Promise<Outcome> {
  const { prisma, pool } = database;
  const user = await prisma.user.findUniqueOrThrow({ where: { username: world.usernames.supervisor } });
  const segment = await prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const till = startProcess(database.url, { clock: new ManualClock(new Date()) });
  const commands = commandsOf({
    userId: user.id,
    channelId: CHANNEL.cashierPortal,
    merchantId: world.merchantId,
    branchId: world.branchIds[0],
    branchMsisdn: "+201000000001",
  });
  try {
    return await work({
      commands,
      wallet: async (name) =>
        makeCustomer(database, await createWallet(pool, { segmentId: segment.id, name }), world.merchantId),
      post: async (command, at = new Date()) => {
        till.clock.set(at);
        return (await till.ledger.post(command)).entry.id;
      },
    });
  } finally {
    await till.stop();
  }
}
