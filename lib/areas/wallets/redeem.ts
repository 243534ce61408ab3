import type { HoldCommand, PinCheck, RedeemCommand, SettleCommand } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { DomainError, isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { type Ledger, StaleError } from "@/lib/ledger/run/ledger";
import { type PinChanger, readPinChangers } from "@/lib/ledger/with/pin/own";
import type { Clock } from "@/lib/platform/clock";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import type { Language } from "@/lib/platform/language";
import { writerOf } from "@/lib/platform/writing/writer";
import { readTies } from "@/lib/portal/acts/access-grants";
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

/**
 * Settles a bill, once the PIN is compared that its redemption may want (rules.md §25). Throws what {@link redeem} throws and what a reward and
 * the use of a coupon do.
 */
export function settle(services: Proving, input: Typed<SettleCommand>): Promise<PostedEntry> {
  return withProof<SettleCommand>(services, "settle", input);
}

interface Proving {
  ledger: Ledger;
  pins: PinReader;
  clock: Clock;
}

type Proved = RedeemCommand | HoldCommand | SettleCommand;
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
      const until = await ownPinUntil(command, clock, pin !== undefined);
      if (until !== null) return await replayed(ledger, commandOf({ kind: "absent" }), until);
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
 * Until when the actor does not redeem: they, or who has a secret of the client that did, set or cleared the PIN within the programme's hours.
 * A PIN that an API client set is known to all clients of its merchant, and to whoever saw a secret of it. Null: they do redeem.
 */
export async function ownPinUntil(
  { walletCode, actor }: Pick<RedeemCommand, "walletCode" | "actor">,
  clock: Clock,
  hasPin: boolean,
): Promise<Date | null> {
  const { userId, channelId, merchantId, sandbox } = actor;
  const isPerson = channelId === CHANNEL.cashierPortal;
  if (sandbox !== undefined || !(isPerson || hasPin)) return null;
  const now = clock.now();
  const changers = await readPinChangers(portalPool(), { walletCode, now });
  const own = changers.filter((changer) => changer.userId === userId);
  if (own.length > 0) return lastOf(own);
  const clients = changers.filter(({ clientMerchantId }) => clientMerchantId !== null);
  if (clients.length === 0) return null;
  if (!isPerson) return lastOf(clients.filter(({ clientMerchantId }) => clientMerchantId === merchantId));
  const depends = await readTies(prisma(), now);
  return lastOf(clients.filter((client) => depends(userId, client.userId)));
}

const lastOf = (changers: readonly PinChanger[]) =>
  changers.reduce<Date | null>((last, { until }) => (last === null || until > last ? until : last), null);

/** The refusal of a person who knows the PIN, with the moment of the programme from which they redeem. */
export async function ownPinRefusal(until: Date): Promise<AdminError<"own_pin">> {
  const { timeZone } = await prisma().programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { timeZone: true },
  });
  const at = (language: Language) => writerOf(language, timeZone).dateTime(until, MOMENT);
  return new AdminError("own_pin", { until: { en: at("en"), ar: at("ar") } });
}

const MOMENT = { weekday: "long", hour: "numeric", minute: "2-digit" } as const;

/** The entry made under this reference before. @throws AdminError own_pin, DomainError 1307 when there is nothing */
async function replayed(ledger: Ledger, command: Proved, until: Date): Promise<PostedEntry> {
  const refuseUnlessReplay = command.refuseUnlessReplay ?? ({ code: 1416, parameters: {} } as const);
  try {
    return await ledger.post({ ...command, refuseUnlessReplay });
  } catch (error) {
    const isOurs = command.refuseUnlessReplay === undefined && isDomainError(error) && error.code === 1416;
    if (!isOurs) throw error;
    throw command.actor.channelId === CHANNEL.cashierPortal
      ? await ownPinRefusal(until)
      : new DomainError(1307, { required: 0, available: 0 });
  }
}
