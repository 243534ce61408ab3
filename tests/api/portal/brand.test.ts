import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { programmePortal } from "@/lib/areas/programme/portal";
import type { Programme, ProgrammeDesk } from "@/lib/areas/programme/record";
import { brandedMessages, logoStyle } from "@/lib/portal/brand";
import { textsJson } from "@/lib/portal/page-texts";
import { routeOf } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { picture } from "@/tests/support/pictures";
import { routesOf } from "@/tests/support/portal/routes-of";
import { createPortalWorld, TEST_PASSWORD, TestBrowser } from "@/tests/support/portal/world";

const { signIn } = routesOf(sessionPortal);
const storePicture = routeOf(deskDealsPortal.storePicture);
const { desk: readDesk, change: changeProgramme, publishConsent } = routesOf(programmePortal);

let database: TestDatabase;
const operator = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  const { usernames } = await createPortalWorld(database);
  const body = { username: usernames.programme_operator, password: TEST_PASSWORD };
  expect((await operator.call(signIn, { method: "POST", body })).status).toBe(200);
});
afterAll(() => database.drop());

async function call<Body>(route: PortalRoute, method = "GET", body?: unknown) {
  const answer = await operator.call(route, { method, ...(body !== undefined && { body }) });
  return { status: answer.status, body: answer.body as Body, error: answer.body.error };
}

const desk = async () => (await call<ProgrammeDesk>(readDesk)).body;

describe("name and logo of the programme", () => {
  const upload = (bytes: Buffer, use = "logo") =>
    operator.call(storePicture, {
      ...{ method: "POST", body: bytes, path: `/api/portal/images?use=${use}` },
      headers: { "content-type": "image/png" },
    });

  test("are set together, reach every page, and the words of the consent follow the name", async () => {
    const { body: stored } = await upload(await picture("png", { width: 80, height: 64 }));
    const { programme, consent } = await desk();
    expect(consent.en).toContain("the points programme");
    const names = { nameEn: "Bean Club", nameAr: "نادي البن" };
    const { version } = programme;
    const saved = await call<Programme>(changeProgramme, "PATCH", {
      version,
      ...names,
      logoHash: stored.hash,
    });
    expect(saved).toMatchObject({ status: 200, body: { ...names, logoHash: stored.hash } });
    const after = (await desk()).consent;
    expect(after).toMatchObject({ version: consent.version + 1 });
    expect(after.en).toContain("take part in Bean Club. I agree");
    expect(after.ar).toContain("الاشتراك في نادي البن، وأوافق");
    await services().programme.refresh();
    expect((await brandedMessages("ar")).app.name).toBe("نادي البن");
    expect(JSON.parse(await textsJson("en", ["app"])).app.name).toBe("Bean Club");
    expect(logoStyle()).toContain(`/images/${stored.hash}?width=320`);
    // Words that do not have the name stay as they are.
    await call(publishConsent, "POST", { version: after.version, textEn: "Yes.", textAr: "نعم." });
    const renamed = { version: version + 1, nameEn: "Bean Friends" };
    expect((await call(changeProgramme, "PATCH", renamed)).status).toBe(200);
    expect((await desk()).consent).toMatchObject({ version: after.version + 1, en: "Yes." });
    const gone = { version: version + 2, logoHash: null };
    expect((await call<Programme>(changeProgramme, "PATCH", gone)).body.logoHash).toBeNull();
    await services().programme.refresh();
    expect(logoStyle()).toBeNull();
  });

  test("a logo that is too large, too small, no picture, or was never stored is refused with words", async () => {
    const refusalOf = async (bytes: Buffer, use?: string) => {
      const { status, body } = await upload(bytes, use);
      return { status, text: JSON.stringify(body.error) };
    };
    expect(await refusalOf(Buffer.alloc(20 * 1024 * 1024, 7))).toMatchObject({
      status: 413,
      text: expect.stringContaining("too large"),
    });
    expect(await refusalOf(Buffer.from("no picture at all"))).toMatchObject({
      status: 422,
      text: expect.stringContaining("JPEG"),
    });
    expect(await refusalOf(await picture("png", { width: 40, height: 40 }))).toMatchObject({
      status: 422,
      text: expect.stringContaining("64 × 64"),
    });
    expect(await refusalOf(await picture("png", { width: 80, height: 64 }), "deal")).toMatchObject({
      status: 422,
    });
    const { version } = (await desk()).programme;
    expect(await call(changeProgramme, "PATCH", { version, logoHash: "0".repeat(64) })).toMatchObject({
      status: 422,
      error: { fields: expect.objectContaining({ logoHash: expect.anything() }) },
    });
  });
});
