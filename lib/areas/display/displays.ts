import { randomInt } from "node:crypto";
import type { PinReader } from "@/lib/areas/wallets/pins";
import type { PinCheck } from "@/lib/ledger/rules/commands";
import { Prisma } from "@/lib/platform/database/generated/client";
import { announceDisplayChange, onDisplayChange } from "@/lib/platform/database/notify";
import type { Language } from "@/lib/platform/language";
import { type Money, moneyOf, NOTHING } from "@/lib/platform/money";
import { stopping } from "@/lib/platform/stopping";
import { readConsentText } from "@/lib/portal/acts/consent";
import type { AdminContext } from "@/lib/portal/acts/context";
import { newSecret, readSecretCookie, secretCookie, secretHash } from "@/lib/portal/session/known-devices";
import type { DisplayShown, TillShown } from "./schemas";
import { DISPLAY_CODE_LENGTH } from "./words";

/**
 * The customer's side of a till: one for each session of the portal. The display holds a signed secret in a cookie that scripts cannot
 * read, the database its hash; it opens nothing but what this file does for displays. No PIN is kept: what a PIN came to is.
 */
const DISPLAY_COOKIE = "points.display";
const CODE_MS = 5 * 60_000;
/** A PIN that was typed longer ago is asked for again. */
const PIN_MS = 60_000;
const SEEN_MS = 4_000;
const IDLE: DisplayShown = { name: "idle" };
const NO_PIN = {
  pinWalletCode: null,
  pinHundredths: null,
  pinCheck: Prisma.DbNull,
  pinAt: null,
} as const;

type Transaction = Prisma.TransactionClient;
type WithoutWallet<Told> = Told extends unknown ? Omit<Told, "walletCode"> : never;

/** The hash of the secret of the request's display cookie; null without one that this service has signed. */
export function displayHashOf(headers: Headers): Uint8Array<ArrayBuffer> | null {
  const secret = readSecretCookie(headers, DISPLAY_COOKIE);
  return secret === null ? null : secretHash(secret);
}

/** The display of a session of a till; null without one. */
export function findDisplay({ database }: AdminContext, sessionId: number) {
  return database.tillDisplay.findUnique({ where: { sessionId } });
}

/**
 * Has the till of this session wait for a display, with a code that is good for five minutes and once. The display that it had is none
 * of its any more.
 */
export async function offerDisplay(
  { database, clock }: AdminContext,
  { sessionId, userId, branchId }: { sessionId: number; userId: number; branchId: number },
): Promise<void> {
  const now = clock.now();
  await database.$transaction(async (tx) => {
    // One after the other, so that no two get the same code.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('display_code'))`;
    await remove(tx, sessionId);
    const taken = await tx.tillDisplay.findMany({ where: { code: { not: null } }, select: { code: true } });
    const code = freeCode(new Set(taken.map((display) => display.code)));
    const codeExpiresAt = new Date(now.getTime() + CODE_MS);
    await tx.tillDisplay.create({ data: { sessionId, userId, branchId, code, codeExpiresAt, shownAt: now } });
  });
}

function freeCode(taken: ReadonlySet<string | null>): string {
  for (;;) {
    const code = String(randomInt(10 ** DISPLAY_CODE_LENGTH)).padStart(DISPLAY_CODE_LENGTH, "0");
    if (!taken.has(code)) return code;
  }
}

/** Ends the pairing from the till's side. */
export async function endDisplay({ database }: AdminContext, sessionId: number): Promise<void> {
  await database.$transaction((tx) => remove(tx, sessionId));
}

/** Ends the pairing from the display's side. */
export async function leaveTill(
  { database }: AdminContext,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const display = await tx.tillDisplay.findUnique({ where: { tokenHash }, select: { sessionId: true } });
    if (display !== null) await remove(tx, display.sessionId);
  });
}

async function remove(tx: Transaction, sessionId: number): Promise<void> {
  const display = await tx.tillDisplay.findUnique({ where: { sessionId }, select: { id: true } });
  if (display === null) return;
  await tx.tillDisplay.deleteMany({ where: { id: display.id } });
  await announce(tx, display.id);
}

/** Pairs the device with the till that shows this code; the code is used up. Returns its `Set-Cookie` lines; null for no such code. */
export async function pairDisplay(
  { database, clock }: AdminContext,
  code: string,
): Promise<readonly string[] | null> {
  const now = clock.now();
  const secret = newSecret();
  const isPaired = await database.$transaction(async (tx) => {
    const display = await tx.tillDisplay.findFirst({
      where: { code, codeExpiresAt: { gt: now }, session: { expiresAt: { gt: now } } },
      select: { id: true },
    });
    if (display === null) return false;
    // Of two that type the same code in the same moment one finds it used.
    const { count } = await tx.tillDisplay.updateMany({
      where: { id: display.id, code },
      data: {
        code: null,
        codeExpiresAt: null,
        tokenHash: secretHash(secret),
        seenAt: now,
        version: { increment: 1 },
      },
    });
    if (count > 0) await announce(tx, display.id);
    return count > 0;
  });
  return isPaired ? [secretCookie(DISPLAY_COOKIE, secret)] : null;
}

/**
 * Shows the customer another screen. A PIN that was typed for what was shown before is forgotten, unless it is the same redemption that is
 * shown again.
 */
export async function showOnDisplay(
  { database, clock }: AdminContext,
  sessionId: number,
  { branchId, shown: told }: { branchId: number; shown: TillShown },
): Promise<void> {
  const { walletCode, ...shown } = { walletCode: undefined, ...told };
  await database.$transaction(async (tx) => {
    const kept = await asShown(tx, shown);
    await tx.$queryRaw`SELECT 1 FROM till_display WHERE session_id = ${sessionId} FOR NO KEY UPDATE`;
    const display = await tx.tillDisplay.findFirst({ where: { sessionId, tokenHash: { not: null } } });
    if (display === null) return;
    const pin = {
      ...NO_PIN,
      ...(told.name === "pin" && { pinWalletCode: told.walletCode, pinHundredths: moneyOf(told.value) }),
      ...(told.name === "newPin" && { pinWalletCode: told.walletCode, pinHundredths: NOTHING }),
    };
    const isSame = display.pinWalletCode === pin.pinWalletCode && display.pinHundredths === pin.pinHundredths;
    await tx.tillDisplay.update({
      where: { id: display.id },
      data: {
        ...{ branchId, shown: kept, shownAt: clock.now(), version: { increment: 1 } },
        ...(!isSame && pin),
      },
    });
    await announce(tx, display.id);
  });
}

/** The screen as it is kept: nothing is answered yet, and the words of the consent are the present ones. */
async function asShown(tx: Transaction, shown: WithoutWallet<TillShown>) {
  if (shown.name === "newPin") return { ...shown, answer: null };
  if (shown.name !== "consent") return shown;
  const { version, en, ar } = await readConsentText({ database: tx });
  return { ...shown, version, words: { en, ar }, answer: null };
}

/** Keeps the customer's answer to the screen of this version, once. False where another screen is shown by now, or nothing is asked. */
export async function answerOnDisplay(
  { database, clock }: AdminContext,
  tokenHash: Uint8Array<ArrayBuffer>,
  { version, agrees, language }: { version: number; agrees: boolean; language: Language },
): Promise<boolean> {
  const display = await findShown({ database, clock }, tokenHash);
  if (display === null) return false;
  const shown = display.shown as DisplayShown;
  if (!("answer" in shown) || shown.answer !== null) return false;
  const answered = { ...shown, answer: { agrees, language } };
  return database.$transaction(async (tx) => {
    const { count } = await tx.tillDisplay.updateMany({
      where: { id: display.id, version },
      data: { ...NO_PIN, shown: answered, shownAt: clock.now(), version: { increment: 1 } },
    });
    if (count > 0) await announce(tx, display.id);
    return count > 0;
  });
}

/** The display of this secret while the session of its till lasts, with what its idle screen says; null when that is over. */
export async function findShown({ database, clock }: AdminContext, tokenHash: Uint8Array<ArrayBuffer>) {
  const now = clock.now();
  const display = await database.tillDisplay.findFirst({
    where: { tokenHash, session: { expiresAt: { gt: now }, user: { isActive: true } } },
    include: {
      user: { select: { id: true, role: true, merchantId: true } },
      branch: { select: { merchantId: true, merchant: { select: { nameEn: true, nameAr: true } } } },
    },
  });
  if (display === null) return null;
  if (display.seenAt === null || display.seenAt.getTime() < now.getTime() - SEEN_MS)
    await database.tillDisplay.updateMany({ where: { id: display.id }, data: { seenAt: now } });
  return display;
}

/** Forgets what a display showed for longer than it may. Nobody is told: the screen has cleared itself. */
export async function clearShown(
  { database }: AdminContext,
  { id, version }: { id: number; version: number },
) {
  await database.tillDisplay.updateMany({ where: { id, version }, data: { shown: IDLE, ...NO_PIN } });
}

/**
 * Compares the PIN that the customer typed with that of the wallet whose redemption waits at the till, and keeps what it came to for that
 * redemption alone. Nobody is told the outcome before the ledger has counted it. False when no PIN is asked for, or another one by now.
 */
export async function givePin(
  { database, clock, pins }: AdminContext & { pins: PinReader },
  tokenHash: Uint8Array<ArrayBuffer>,
  { version, pin }: { version: number; pin: string },
): Promise<boolean> {
  const display = await findShown({ database, clock }, tokenHash);
  if (display === null || display.version !== version || display.pinWalletCode === null) return false;
  // A first PIN pays nothing.
  if (display.pinHundredths === NOTHING) return false;
  const { id, userId, pinWalletCode: walletCode, branch } = display;
  const isFirst = { id, version, pinAt: null };
  if ((await database.tillDisplay.count({ where: isFirst })) === 0) return false;
  const check = await pins.check({ walletCode }, pin, { userId, merchantId: branch.merchantId });
  return database.$transaction(async (tx) => {
    const { count } = await tx.tillDisplay.updateMany({
      where: isFirst,
      data: { pinCheck: { ...check }, pinAt: clock.now(), version: { increment: 1 } },
    });
    if (count > 0) await announce(tx, id);
    return count > 0;
  });
}

/**
 * Outcome of the PIN that was typed on the display of this session for exactly this redemption, once; absent when there is none, or it is a
 * minute old.
 */
export async function takePin(
  { database, clock }: AdminContext,
  sessionId: number,
  { walletCode, value, branchId }: { walletCode: string; value: Money; branchId: number },
): Promise<PinCheck> {
  const display = await database.tillDisplay.findFirst({
    where: {
      ...{ sessionId, branchId, pinWalletCode: walletCode, pinHundredths: value },
      pinAt: { gt: new Date(clock.now().getTime() - PIN_MS) },
    },
    select: { id: true, pinCheck: true, pinAt: true },
  });
  if (display === null) return { kind: "absent" };
  const { count } = await database.tillDisplay.updateMany({
    where: { id: display.id, pinAt: display.pinAt },
    data: NO_PIN,
  });
  return count > 0 ? (display.pinCheck as PinCheck) : { kind: "absent" };
}

function announce(tx: Transaction, displayId: number): Promise<void> {
  return announceDisplayChange({ query: (text, values) => tx.$executeRawUnsafe(text, ...values) }, displayId);
}

/** A request is held at most so long; then it is asked again. */
const HOLD_MS = 8_000;
/** Announcements can be missed, and the end of a session is not announced. */
const LOOK_MS = 2_000;

/** Result of `read` as soon as it is new, or after some seconds whatever it is. Ends early when the request was given up or the process stops. */
export async function whenChanged<View>(
  displayId: number | null,
  read: () => Promise<View>,
  { isNew, signal }: { isNew: (view: View) => boolean; signal: AbortSignal },
): Promise<View> {
  const until = performance.now() + HOLD_MS;
  for (;;) {
    // Listening begins before the reading: nothing that happens in between is missed.
    const change = nextChange(displayId, signal);
    try {
      const view = await read();
      const isOver = signal.aborted || stopping().signal.aborted || performance.now() >= until;
      if (isNew(view) || isOver) return view;
      await change.happened;
    } finally {
      change.stop();
    }
  }
}

function nextChange(
  displayId: number | null,
  signal: AbortSignal,
): { happened: Promise<void>; stop(): void } {
  let stop = () => {};
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS);
    const end = onDisplayChange((changed) => changed === displayId && resolve());
    const onAbort = () => resolve();
    const ends = [signal, stopping().signal];
    for (const one of ends) one.addEventListener("abort", onAbort);
    stop = () => {
      clearTimeout(timer);
      end();
      for (const one of ends) one.removeEventListener("abort", onAbort);
    };
  });
  return { happened, stop: () => stop() };
}
