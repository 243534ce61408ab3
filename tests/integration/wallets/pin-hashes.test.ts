import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { createPinReader, type PinReader } from "@/lib/areas/wallets/pins";
import { redeem } from "@/lib/areas/wallets/redeem";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import * as passwords from "@/lib/portal/session/password";
import { createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";

const PIN = "4071";
let compared: MockInstance;
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
  compared = vi.spyOn(passwords, "verifyPin");
});
afterAll(() => world.database.drop());

test("a wrong mobile number costs no hash, as an unknown wallet costs none", async () => {
  const unknown = await pins.check({ ...wallet, walletCode: "NOBODY" }, PIN, world.ours.admin);
  const wrong = await pins.check({ ...wallet, contactMsisdn: uniqueMsisdn() }, PIN, world.ours.admin);
  expect(wrong).toEqual(unknown);
  expect(wrong).toMatchObject({ correct: false });
  expect(compared).toHaveBeenCalledTimes(0);
});

test("a wallet out of reach costs none: a customer's for a test client, a test wallet for everybody else", async () => {
  const { rows } = await world.database.pool.query<{ id: number }>(
    "INSERT INTO sandbox (is_demo) VALUES (false), (false) RETURNING id",
  );
  const [sandbox, another] = rows.map(({ id }) => ({ id, isDemo: false }));
  const contactMsisdn = uniqueMsisdn();
  const { walletCode } = await enrolWallet(world.context, world.ours.admin, {
    contactMsisdn,
    hasConsented: true,
    pin: PIN,
    sandbox,
  });
  const own = { walletCode, contactMsisdn };
  for (const unreached of [{ ...wallet, sandbox }, own, { ...own, sandbox: another }])
    expect(await pins.check(unreached, PIN, world.ours.admin)).toMatchObject({ correct: false });
  expect(compared).toHaveBeenCalledTimes(0);
  expect(await pins.check({ ...own, sandbox }, PIN, world.ours.admin)).toMatchObject({ correct: true });
  expect(compared).toHaveBeenCalledTimes(1);
});

test("a redemption at a branch that its client may not act for is refused without a hash", async () => {
  // The admin set the PIN, and redeems with it no sooner than the programme says.
  const { merchantId, supervisor } = world.ours;
  const redemption = {
    ...wallet,
    pin: PIN,
    value: moneyOf(1),
    actor: {
      userId: supervisor.userId,
      channelId: CHANNEL.posApi,
      merchantId,
      branchId: null,
      branchMsisdn: null,
    },
  };
  const deps = { ledger: world.context.ledger, pins, clock: world.clock };
  const refuseUnlessReplay = { code: 1110, parameters: {} } as const;
  const refused = (fields: object) => expect(redeem(deps, { ...redemption, ...fields })).rejects;
  await refused({ refuseUnlessReplay }).toMatchObject({ code: 1110 });
  await refused({ contactMsisdn: uniqueMsisdn() }).toMatchObject({ code: 1201 });
  expect(compared).toHaveBeenCalledTimes(0);
  await refused({}).toMatchObject({ code: 1301 });
  expect(compared).toHaveBeenCalledTimes(1);
});

test("the right number costs one, whether the PIN is right or wrong, and no PIN costs none", async () => {
  expect(await pins.check(wallet, PIN, world.ours.admin)).toMatchObject({ correct: true });
  expect(compared).toHaveBeenCalledTimes(1);
  expect(await pins.check(wallet, "5816", world.ours.admin)).toMatchObject({ correct: false });
  expect(compared).toHaveBeenCalledTimes(2);
  expect(await pins.check(wallet, undefined, world.ours.admin)).toEqual({ kind: "absent" });
  expect(compared).toHaveBeenCalledTimes(2);
});
