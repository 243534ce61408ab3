import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { systemClock } from "@/lib/platform/clock";
import { prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";

/**
 * Devices on which a person signed in before. The device holds a signed secret in a cookie that scripts cannot read, the
 * database its hash. A known device is no way in: it only keeps others' failed attempts from slowing its person down.
 */
const DEVICE_COOKIE = "points.device";
/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** Devices of one person; the one used longest ago makes room. */
const DEVICES_MAX = 30;
const TEXT_LENGTH_MAX = 400;

/** The secret of the request's device cookie; null without one that this service has signed. */
export function deviceOf(headers: Headers): string | null {
  return readSecretCookie(headers, DEVICE_COOKIE);
}

/** The secret of a cookie that {@link secretCookie} wrote; null without one that this service has signed. */
export function readSecretCookie(headers: Headers, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key, value = ""] = pair.trim().split("=");
    if (key !== name) continue;
    const [secret = "", signature = ""] = value.split(".");
    const expected = Buffer.from(signatureOf(name, secret));
    const given = Buffer.from(signature);
    if (secret !== "" && given.length === expected.length && timingSafeEqual(given, expected)) return secret;
  }
  return null;
}

/** A `Set-Cookie` line with a signed secret that scripts cannot read and other sites cannot send. */
export function secretCookie(name: string, secret: string, seconds = COOKIE_SECONDS): string {
  const secure = env().publicUrl?.startsWith("https://") ? "; Secure" : "";
  const value = `${secret}.${signatureOf(name, secret)}`;
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** A secret for {@link secretCookie}: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Hash of a secret, as the database keeps it. */
export function secretHash(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

function signatureOf(name: string, secret: string): string {
  const key = env().sessionSecret ?? "";
  return createHmac("sha256", key).update(`${name} ${secret}`).digest("base64url");
}

/** Whether the person of this user name signed in on the device before, and has not removed it since. */
export async function isKnownDevice(device: string, username: string): Promise<boolean> {
  const found = await prisma().knownDevice.findFirst({
    where: { tokenHash: secretHash(device), user: { username } },
    select: { id: true },
  });
  return found !== null;
}

/**
 * Remembers that the user signed in on this device. The secret is a new one every time, so that one that was planted or copied
 * before is worth nothing. Returns the `Set-Cookie` lines.
 */
export async function rememberDevice(
  userId: number,
  { device, address, userAgent }: { device: string | null; address: string; userAgent: string },
): Promise<string[]> {
  const secret = newSecret();
  const tokenHash = secretHash(secret);
  const now = systemClock.now();
  const seen = { address, userAgent: userAgent.slice(0, TEXT_LENGTH_MAX), lastUsedAt: now };
  const database = prisma();
  if (device !== null)
    await database.knownDevice.updateMany({ where: { tokenHash: secretHash(device) }, data: { tokenHash } });
  await database.knownDevice.upsert({
    where: { tokenHash_userId: { tokenHash, userId } },
    create: { userId, tokenHash, createdAt: now, ...seen },
    update: seen,
  });
  const surplus = await database.knownDevice.findMany({
    where: { userId },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    skip: DEVICES_MAX,
    select: { id: true },
  });
  if (surplus.length > 0)
    await database.knownDevice.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  return [secretCookie(DEVICE_COOKIE, secret)];
}

/** Notes that a device, whoever signs in there, is this registered till. */
export async function noteTillOfDevice(device: string, tillId: number): Promise<void> {
  await prisma().knownDevice.updateMany({ where: { tokenHash: secretHash(device) }, data: { tillId } });
}

/** A device that the person is known on, for the list in their account. */
export interface KnownDeviceSummary {
  id: number;
  isCurrent: boolean;
  createdAt: Date;
  /** When the person signed in there last. */
  lastUsedAt: Date;
  address: string | null;
  userAgent: string | null;
}

/** The devices that the user is known on, the one used last first. */
export async function listKnownDevices(userId: number, device: string | null): Promise<KnownDeviceSummary[]> {
  const rows = await prisma().knownDevice.findMany({
    where: { userId },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    take: DEVICES_MAX,
  });
  const current = device === null ? null : Buffer.from(secretHash(device));
  return rows.map(({ id, createdAt, lastUsedAt, address, userAgent, tokenHash }) => ({
    id,
    isCurrent: current?.equals(tokenHash) ?? false,
    createdAt,
    lastUsedAt,
    address: address || null,
    userAgent: userAgent || null,
  }));
}

/** Makes a device of the user unknown again. Returns how many there were. */
export async function forgetDevice(userId: number, deviceId: number): Promise<number> {
  const { count } = await prisma().knownDevice.deleteMany({ where: { userId, id: deviceId } });
  return count;
}
