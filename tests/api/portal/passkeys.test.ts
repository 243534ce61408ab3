import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountPortal } from "@/lib/areas/account/account-portal";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  PORTAL_ORIGIN,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { askForPasskey, signInWithPasskey, me } = routesOf(sessionPortal);
const removePasskey = routeOf(accountPortal.removePasskey);

let database: TestDatabase;
let world: PortalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
});
afterAll(() => database.drop());

/** A passkey of a user, as a device holds it (WebAuthn, ES256), whose counter stays 0 as that of synchronised ones does. */
async function passkeyOf(userId: number) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [head, of] = ["a50102032620012158", "225820"].map((hex) => Buffer.from(hex, "hex"));
  const point = (part: string) => Buffer.from(part, "base64url");
  const cose = Buffer.concat([head as Buffer, Buffer.from([0x20]), point(x), of as Buffer, point(y)]);
  const id = randomBytes(16).toString("base64url");
  await database.prisma.passkey.create({
    data: {
      ...{ userId, name: "Phone", publicKey: cose.toString("base64"), credentialID: id, counter: 0 },
      ...{ deviceType: "multiDevice", backedUp: true },
    },
  });
  return ({ challenge, rpId }: { challenge: string; rpId: string }) => {
    const asked = { type: "webauthn.get", challenge, origin: PORTAL_ORIGIN, crossOrigin: false };
    const clientData = Buffer.from(JSON.stringify(asked));
    const isPresentAndVerified = Buffer.from([0x05, 0, 0, 0, 0]);
    const authenticatorData = Buffer.concat([
      createHash("sha256").update(rpId).digest(),
      isPresentAndVerified,
    ]);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
    const text = (bytes: Buffer) => bytes.toString("base64url");
    return {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(sign("sha256", signed, privateKey)),
      },
    };
  };
}

const spare = (userId: number) => ({
  ...{ userId, name: "Old", publicKey: "", credentialID: randomBytes(16).toString("base64url"), counter: 0 },
  ...{ deviceType: "multiDevice", backedUp: true },
});

const asked = async (browser: TestBrowser) =>
  (await browser.call(askForPasskey, { method: "POST" })).body.options as never;
const answered = (browser: TestBrowser, response: object) =>
  browser.call(signInWithPasskey, { method: "POST", body: { response } });
/** A browser with nothing but the cookies of a challenge. */
const withCookiesOf = (browser: TestBrowser) => {
  const other = new TestBrowser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
};

test("a passkey signs its user in for the challenge of the same browser, once, and the challenge leaves no row", async () => {
  const user = await database.prisma.user.findFirstOrThrow({ where: { username: world.usernames.cashier } });
  const signWith = await passkeyOf(user.id);
  const browser = new TestBrowser();
  const response = signWith(await asked(browser));
  expect(await database.prisma.verification.count()).toBe(0);
  const again = withCookiesOf(browser);
  expect((await answered(new TestBrowser(), response)).status).toBe(401);
  const other = new TestBrowser();
  await asked(other);
  expect((await answered(other, response)).status).toBe(401);
  expect((await answered(browser, response)).status).toBe(200);
  expect((await browser.call(me)).body).toMatchObject({ user: { id: user.id } });
  expect((await answered(again, response)).status).toBe(401);
  expect((await again.call(me)).status).toBe(401);
  expect(await database.prisma.verification.count()).toBe(0);
  expect(await database.prisma.session.findMany({ where: { userId: user.id } })).toMatchObject([
    { beganWith: "passkey" },
  ]);
});

test("a passkey proves whose account it is before it is changed, once for a challenge", async () => {
  const { id } = await database.prisma.user.update({
    where: { username: world.usernames.merchant_admin },
    data: { twoFactorEnabled: true },
  });
  const signWith = await passkeyOf(id);
  const browser = new TestBrowser();
  expect((await answered(browser, signWith(await asked(browser)))).status).toBe(200);
  const sessions = await database.prisma.session.count({ where: { userId: id } });
  const [one, other] = await Promise.all(
    [1, 2].map(() => database.prisma.passkey.create({ data: spare(id) })),
  );
  const passkey = signWith(await asked(browser));
  const cookies = new Map(browser.cookies);
  const removed = async (passkeyId: number) => {
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const body = { password: TEST_PASSWORD, passkey };
    const params = { passkeyId: String(passkeyId) };
    return (await browser.call(removePasskey, { method: "DELETE", params, body })).status;
  };
  expect(await removed(one?.id ?? 0)).toBe(200);
  expect(await removed(other?.id ?? 0)).toBe(422);
  expect(await database.prisma.passkey.count({ where: { userId: id } })).toBe(2);
  expect(await database.prisma.session.count({ where: { userId: id } })).toBe(sessions);
});

test("a challenge of somebody else's making is none", async () => {
  const user = await database.prisma.user.findFirstOrThrow({
    where: { username: world.usernames.supervisor },
  });
  const signWith = await passkeyOf(user.id);
  const browser = new TestBrowser();
  const response = signWith(await asked(browser));
  const sealed = browser.cookies.get("points.passkey_challenge") ?? "";
  const [value = "", signature] = sealed.split(".");
  const later = JSON.parse(Buffer.from(value, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...later, expiresAt: "2099-01-01T00:00:00Z" }));
  browser.cookies.set("points.passkey_challenge", `${forged.toString("base64url")}.${signature}`);
  expect((await answered(browser, response)).status).toBe(401);
});
