import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { createPinReader, type PinReader } from "@/lib/areas/wallets/pin";
import { createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";

const compared = vi.hoisted(() => ({ times: 0 }));
vi.mock("@/lib/areas/account/password", async (original) => {
  const real = await original<typeof import("@/lib/areas/account/password")>();
  return {
    ...real,
    verifyPassword: (stored: string, password: string) => {
      compared.times += 1;
      return real.verifyPassword(stored, password);
    },
  };
});

const PIN = "4071";
let world: World;
let pins: PinReader;
let wallet: { walletCode: string; contactMsisdn: string };
beforeAll(async () => {
  world = await createWorld();
  pins = createPinReader({ pool: world.database.pool, clock: world.clock });
  const contactMsisdn = uniqueMsisdn();
  const { walletCode } = await enrolWallet(world.context, world.ours.admin, {
    contactMsisdn,
    hasConsented: true,
    pin: PIN,
  });
  wallet = { walletCode, contactMsisdn };
});
beforeEach(() => {
  compared.times = 0;
});
afterAll(() => world.database.drop());

test("a wrong mobile number costs no hash, as an unknown wallet costs none", async () => {
  const unknown = await pins.check({ ...wallet, walletCode: "NOBODY" }, PIN);
  const wrong = await pins.check({ ...wallet, contactMsisdn: uniqueMsisdn() }, PIN);
  expect(wrong).toEqual(unknown);
  expect(wrong).toMatchObject({ correct: false });
  expect(compared.times).toBe(0);
});

test("the right number costs one, whether the PIN is right or wrong, and no PIN costs none", async () => {
  expect(await pins.check(wallet, PIN)).toMatchObject({ correct: true });
  expect(compared.times).toBe(1);
  expect(await pins.check(wallet, "5816")).toMatchObject({ correct: false });
  expect(compared.times).toBe(2);
  expect(await pins.check(wallet, undefined)).toEqual({ kind: "absent" });
  expect(compared.times).toBe(2);
});
