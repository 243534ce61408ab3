import type { HoldCommand, PinCheck, RedeemCommand } from "@/lib/ledger/core/commands";
import type { PostedEntry } from "@/lib/ledger/core/decision";
import { DomainError, isDomainError } from "@/lib/ledger/core/errors";
import { type Ledger, StaleError } from "@/lib/ledger/core/ledger";
import { CHANNEL } from "@/lib/ledger/core/types";
import { readPinChangers } from "@/lib/ledger/with/pin/own";
import type { Clock } from "@/lib/platform/clock";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { readDependence } from "@/lib/portal/acts/access-grants";
import { AdminError } from "@/lib/portal/acts/errors";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import type { PinReader } from "./pins";

const PIN_CHECKS_MAX = 3;

/** Notes a PIN that was wrong, or tried while it was locked. */
async function notePinFailure(
  error: unknown,
  {
    actor: { userId, merchantId, branchId, sandbox },
    walletCode,
  }: Pick<RedeemCommand, "actor" | "walletCode">,
): Promise<void> {
  if (!isDomainError(error) || sandbox !== undefined || !(error.code === 1311 || error.code === 1312)) return;
  const kind = error.code === 1311 ? "pin.failed" : "pin.locked";
  await recordSecurityEvent({ kind, userId, merchantId, branchId, walletCode });
}

/**
 * Pays a bill amount with points, once the PIN is compared (interface.md §4.3). A person or client who set or cleared the PIN does not
 * redeem from the wallet within the programme's hours (rules.md §16): 1307, at the till as AdminError `own_pin`. A repeated request gets its
 * first answer.
 * @param input.pin the PIN as typed; undefined when none was given
 * @param input.checkedPin what a PIN came to that was typed elsewhere, in place of one
 * Throws DomainError 1201 to 1206, 1301 to 1312, 1416, 1501, 1902.
 */
export function redeem(services: Proving, input: Typed<RedeemCommand>): Promise<PostedEntry> {
  return withProof<RedeemCommand>(services, "redeem", input);
}

/**
 * Holds points for an order, once the PIN is compared, as a redemption of as many would be (rules.md §19). Throws what {@link redeem}
 * throws, and DomainError 1405.
 */
export function hold(services: Proving, input: Typed<HoldCommand>): Promise<PostedEntry> {
  return withProof<HoldCommand>(services, "hold", input);
}

interface Proving {
  ledger: Ledger;
  pins: PinReader;
  clock: Clock;
}

type Proved = RedeemCommand | HoldCommand;
type Typed<C extends Proved> = Omit<C, "type" | "pin"> & {
  pin: string | undefined;
  checkedPin?: PinCheck | undefined;
};

async function withProof<C extends Proved>(
  { ledger, pins, clock }: Proving,
  type: C["type"],
  { pin, checkedPin, ...command }: Typed<C>,
): Promise<PostedEntry> {
  const commandOf = (proof: PinCheck) => ({ ...command, type, pin: proof }) as unknown as C;
  const { walletCode, contactMsisdn, actor } = command;
  const wallet = { walletCode, contactMsisdn, sandbox: actor.sandbox };
  for (let checks = 1; ; checks += 1) {
    // A refusal before the PIN is judged costs no hash.
    const typed = command.refuseUnlessReplay === undefined ? pin : undefined;
    try {
      const checked = checkedPin ?? (await pins.check(wallet, typed, actor));
      // Read after the check: a PIN that is set later is another version, and stale.
      if (await isOwnPin(command, clock, pin !== undefined))
        return await replayed(ledger, commandOf({ kind: "absent" }));
      return await ledger.post(commandOf(checked));
    } catch (error) {
      await notePinFailure(error, command);
      // The one that was typed is gone: it has to be typed again.
      if (error instanceof StaleError && checkedPin !== undefined) throw new DomainError(1310);
      // Another request set a new PIN in the middle of the check: check against that one.
      if (!(error instanceof StaleError) || checks === PIN_CHECKS_MAX) throw error;
    }
  }
}

/**
 * Whether the actor, or who has a secret of the client that did, set or cleared the PIN within the programme's hours: they do not redeem. A
 * PIN that an API client set is known to all clients of its merchant, and to whoever saw a secret of it.
 */
export async function isOwnPin(
  { walletCode, actor }: Pick<RedeemCommand, "walletCode" | "actor">,
  clock: Clock,
  hasPin: boolean,
): Promise<boolean> {
  const { userId, channelId, merchantId, sandbox } = actor;
  const isPerson = channelId === CHANNEL.cashierPortal;
  if (sandbox !== undefined || !(isPerson || hasPin)) return false;
  const now = clock.now();
  const changers = await readPinChangers(portalPool(), { walletCode, now });
  if (changers.some((changer) => changer.userId === userId)) return true;
  const clients = changers.filter(({ clientMerchantId }) => clientMerchantId !== null);
  if (clients.length === 0) return false;
  if (!isPerson) return clients.some(({ clientMerchantId }) => clientMerchantId === merchantId);
  const depends = await readDependence(prisma(), now);
  return clients.some((client) => depends(userId, client.userId));
}

/** The entry made under this reference before. @throws AdminError own_pin, DomainError 1307 when there is nothing */
async function replayed(ledger: Ledger, command: Proved): Promise<PostedEntry> {
  const refuseUnlessReplay = command.refuseUnlessReplay ?? ({ code: 1416, parameters: {} } as const);
  try {
    return await ledger.post({ ...command, refuseUnlessReplay });
  } catch (error) {
    const isOurs = command.refuseUnlessReplay === undefined && isDomainError(error) && error.code === 1416;
    if (!isOurs) throw error;
    throw command.actor.channelId === CHANNEL.cashierPortal
      ? new AdminError("own_pin")
      : new DomainError(1307, { required: 0, available: 0 });
  }
}
