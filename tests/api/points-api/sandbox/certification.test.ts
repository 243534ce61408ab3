import { beforeAll, describe, expect, it } from "vitest";
import {
  CERTIFICATE_NUMBER,
  issueCertificate,
  revokeCertificate,
  verifyCertificate,
} from "@/lib/areas/certification/certificates";
import { gatherEvidence, readProgress, readSeen } from "@/lib/areas/certification/read-progress";
import { REQUIREMENTS, requirementsFor } from "@/lib/areas/certification/requirements";
import type { RequirementName } from "@/lib/areas/certification/schemas";
import { KEPT_DAYS, pruneTraffic } from "@/lib/areas/clients/prune-requests";
import { readRequests } from "@/lib/areas/clients/read";
import type { PointsResponse } from "@/lib/points-api/response-schemas";
import { isAdminError } from "@/lib/portal/acts/errors";
import { type Answer, newReference, startApi } from "@/tests/support/api";
import { deskOf, issue, issueTester, operatorOf, type Tester, TILL_SCOPES } from "@/tests/support/sandbox";
import { ScriptedTill } from "@/tests/support/scripted-till";

const api = startApi();

/** Lets time pass for the service and for the till. */
const pass = (seconds: number) => api.clock.set(new Date(api.clock.now().getTime() + seconds * 1_000));

function tillOf(tester: Tester): ScriptedTill {
  const services = { ...api.services, wait: async (milliseconds: number) => pass(milliseconds / 1_000) };
  const caller = api.caller("node", services);
  return new ScriptedTill(
    async (operation, fields, { language, ifNoneMatch }) => {
      const asked =
        operation === "GetDeals"
          ? caller.deals({
              clientId: tester.secret,
              language,
              headers: { "If-None-Match": ifNoneMatch },
            })
          : caller.send(operation, fields, { clientId: tester.secret, language });
      // What is not answered breaks off.
      const answer = (await asked.catch(() => null)) as Answer<Partial<PointsResponse>> | null;
      if (answer === null) return null;
      const retryAfter = answer.headers["retry-after"];
      return {
        errorCode: answer.json?.errorCode ?? "0",
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
        entryId: answer.json?.pointsLog?.id ?? null,
        etag: answer.headers.etag ?? null,
      };
    },
    pass,
    newReference(),
  );
}

async function progressOf({ clientId, sandbox }: Tester) {
  await api.services.traffic.flush();
  return readProgress(api.database.pool, { id: clientId, scopes: TILL_SCOPES, sandbox });
}

const stateOf = async (tester: Tester, name: RequirementName) =>
  (await progressOf(tester)).find(({ requirement }) => requirement.name === name)?.state;

/** Requirements of a till that settles bills. */
const SETTLING = ["settles", "settles_again", "takes_bill_back"] as const;

const certify = async (tester: Tester) => {
  await api.services.traffic.flush();
  return issueCertificate({ ...deskOf(api), serviceVersion: "1.2.3" }, await operatorOf(api), {
    clientId: tester.clientId,
    maker: "Maker of Tills",
  });
};

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isAdminError(error) ? { code: error.code, ...error.params } : error;
};

describe("a till that goes through the whole list", () => {
  let tester: Tester;
  beforeAll(async () => {
    tester = await issueTester(api);
    await tillOf(tester).goThroughTheList(tester.wallet);
  });

  it("meets every requirement, each shown by requests of its own", async () => {
    const progress = await progressOf(tester);
    const missing = progress
      .filter(({ state }) => state !== "met")
      .map(({ requirement }) => requirement.name);
    // Not shown, so not certified.
    expect(missing).toEqual([
      "new_numbers_each_day",
      "holds",
      "uses_coupons",
      "coupon_refused",
      ...SETTLING,
      "signs",
    ]);
    expect(progress).toHaveLength(requirementsFor(TILL_SCOPES).length);
    await api.services.traffic.flush();
    const { requests } = await readRequests(api.database.pool, {
      clientId: tester.clientId,
      filter: {},
      limit: 1_000,
    });
    const known = new Set(requests.map(({ requestId }) => requestId));
    for (const { requests: shown } of progress)
      for (const { requestId } of shown) expect(known).toContain(requestId);
  });

  it("gets a certificate that stays as it is, and that anybody can look up by its number", async () => {
    const issued = await certify(tester);
    expect(issued.number).toMatch(CERTIFICATE_NUMBER);
    expect(issued).toMatchObject({
      maker: "Maker of Tills",
      serviceVersion: "1.2.3",
      standing: "valid",
      merchantNameEn: expect.any(String),
    });
    expect(issued.requirements.map(({ name }) => name)).toEqual(
      REQUIREMENTS.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    );
    expect(await verifyCertificate(deskOf(api), issued.number)).toEqual(issued);
    expect(await verifyCertificate(deskOf(api), `${issued.number.slice(0, -1)}!`)).toBeNull();
    const { pool } = api.database;
    for (const sql of [
      "UPDATE certificate SET maker = 'Somebody else' WHERE id = $1",
      "UPDATE certificate SET expires_at = expires_at + interval '9 years' WHERE id = $1",
      "DELETE FROM certificate WHERE id = $1",
    ])
      await expect(pool.query(sql, [issued.id])).rejects.toThrow();
    expect(await verifyCertificate(deskOf(api), issued.number)).toEqual(issued);
    const later = new Date(issued.expiresAt.getTime());
    await api.at(later, async () =>
      expect(await verifyCertificate(deskOf(api), issued.number)).toMatchObject({ standing: "expired" }),
    );
  });

  it("loses it when it is revoked, for ever, with both acts in the audit log", async () => {
    const issued = await certify(tester);
    const target = { clientId: tester.clientId, certificateId: issued.id };
    const revoked = await revokeCertificate(deskOf(api), await operatorOf(api), target);
    expect(revoked).toMatchObject({ standing: "revoked" });
    pass(60);
    expect(await revokeCertificate(deskOf(api), await operatorOf(api), target)).toEqual(revoked);
    await expect(
      api.database.pool.query("UPDATE certificate SET revoked_at = NULL, revoked_by = NULL WHERE id = $1", [
        issued.id,
      ]),
    ).rejects.toThrow("A certificate stays as it was issued");
    const { rows } = await api.database.pool.query(
      "SELECT action FROM audit_log WHERE subject_type = 'certificate' AND subject_id = $1 ORDER BY id",
      [issued.number],
    );
    expect(rows.map(({ action }) => action)).toEqual(["certification.issue", "certification.revoke"]);
  });

  it("keeps what it has shown when the log of its requests is pruned", async () => {
    const before = await progressOf(tester);
    const later = new Date(api.clock.now().getTime() + (KEPT_DAYS + 1) * 24 * 3_600_000);
    await pruneTraffic(api.database.pool, { now: later, clientIds: [tester.clientId] });
    const { requests } = await readRequests(api.database.pool, {
      clientId: tester.clientId,
      filter: {},
      limit: 10,
    });
    expect(requests).toEqual([]);
    expect(await progressOf(tester)).toEqual(before);
  });
});

describe("a till that settles bills", () => {
  it("shows it once lost, once repeated, once taken back", async () => {
    const tester = await issueTester(api);
    const till = tillOf(tester);
    const bill = { BillValue: 260, RedeemValue: 120, InvoiceNumber: newReference() };
    await till.ask("Settle", { ...tester.wallet("22"), ...bill });
    const mistaken = till.newReference();
    await till.ask("Settle", { ...tester.wallet("01"), ...bill }, mistaken);
    expect(await stateOf(tester, "takes_bill_back")).toBe("open");
    await till.ask("Cancel", { ...tester.wallet("01"), OriginalExternalLogId: mistaken });
    for (const name of SETTLING) expect([name, await stateOf(tester, name)]).toEqual([name, "met"]);
  });
});

describe("what a till does wrong", () => {
  it("is named with the requests that show it, and mended by the next time", async () => {
    const tester = await issueTester(api);
    const caller = api.caller("node");
    const sale = { ...tester.wallet("22"), PointsValue: 33, InvoiceNumber: "7" };
    const lose = (ExternalLogId: string) =>
      caller.reward({ ...sale, ExternalLogId }, { clientId: tester.secret }).catch(() => null);
    await lose(newReference());
    await lose(newReference());
    expect(await stateOf(tester, "repeats_lost_answer")).toBe("violated");
    expect(await refusalOf(certify(tester))).toMatchObject({ code: "not_certifiable" });
    pass(700);
    const reference = newReference();
    await lose(reference);
    await lose(reference);
    expect(await stateOf(tester, "repeats_lost_answer")).toBe("met");
  });

  it("counts also when it is found out later: what was met is violated by what comes after", async () => {
    const tester = await issueTester(api);
    const caller = api.caller("node");
    const call = { clientId: tester.secret };
    const sale = { ...tester.wallet("11"), PointsValue: 33, ExternalLogId: newReference() };
    await caller.redeem(sale, call);
    expect(await stateOf(tester, "insufficient_points")).toBe("met");
    pass(5);
    await caller.redeem(sale, call);
    expect(await stateOf(tester, "insufficient_points")).toBe("violated");
  });

  it("is a liberty too", async () => {
    const tester = await issueTester(api);
    const caller = api.caller("node");
    const call = { clientId: tester.secret };
    await caller.reward({ ...tester.wallet("01"), PointsValue: "100" }, call);
    expect(await stateOf(tester, "no_liberties")).toBe("violated");
  });
});

describe("evidence", () => {
  it("is gathered before the log is pruned, without anybody looking", async () => {
    const tester = await issueTester(api);
    await api.caller("node").reward(tester.wallet("01"), { clientId: tester.secret });
    // The writer prunes at most once a minute.
    pass(120);
    await api.caller("node").reward(tester.wallet("01"), { clientId: tester.secret });
    await api.services.traffic.flush();
    expect((await readSeen(api.database.pool, tester.clientId)).get("reward")?.state).toBe("met");
  });

  it("goes by the time of the requests, whichever process wrote its own first", async () => {
    const tester = await issueTester(api);
    const call = { clientId: tester.secret };
    const bill = { ...tester.wallet("01"), PointsValue: 20, InvoiceNumber: "7" };
    await api.caller("node").redeem({ ...bill, ExternalLogId: newReference() }, call);
    await api.services.traffic.flush();
    pass(1);
    await api.caller("node").reward({ ...bill, ExternalLogId: newReference() }, call);
    await api.services.traffic.flush();
    await api.database.pool.query(
      "UPDATE api_request SET id = -id WHERE client_id = $1 AND operation = 'Reward'",
      [tester.clientId],
    );
    expect(await stateOf(tester, "same_invoice")).toBe("met");
  });

  it("of a live client is never gathered, and its log holds nothing for it", async () => {
    const { client, secret } = await issue(api, { isTest: false });
    const { fields } = await api.customer();
    await api.caller("node").reward(fields, { clientId: secret });
    await api.services.traffic.flush();
    await gatherEvidence(api.database.pool, [client.id]);
    expect(await readSeen(api.database.pool, client.id)).toEqual(new Map());
    const { rows } = await api.database.pool.query("SELECT request FROM api_request WHERE client_id = $1", [
      client.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.request).not.toHaveProperty("trial");
    const tester = { clientId: client.id } as Tester;
    expect(await refusalOf(certify(tester))).toEqual({ code: "not_certifiable", missing: 0 });
  });

  it("keeps no reference, number or PIN of a request, only what tells equal ones", async () => {
    const tester = await issueTester(api);
    const reference = newReference();
    await api
      .caller("node")
      .redeem(
        { ...tester.wallet("02"), PinCode: "1234", ExternalLogId: reference },
        { clientId: tester.secret },
      );
    await api.services.traffic.flush();
    const { rows } = await api.database.pool.query(
      "SELECT request->'trial' AS trial FROM api_request WHERE client_id = $1",
      [tester.clientId],
    );
    expect(rows[0]?.trial).toEqual({
      language: "en",
      reference: expect.stringMatching(/^[\w-]{22}$/),
      content: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(JSON.stringify(rows[0]?.trial)).not.toContain(reference);
  });
});
