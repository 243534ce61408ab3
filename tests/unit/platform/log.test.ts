import { describe, expect, test } from "vitest";
import { createLogTo, maskMsisdn } from "@/lib/platform/log";

function written(write: (log: ReturnType<typeof createLogTo>) => void): {
  line: string;
  fields: Record<string, unknown>;
} {
  const lines: string[] = [];
  write(createLogTo({ write: (line) => lines.push(line) }, "info"));
  expect(lines).toHaveLength(1);
  return { line: lines[0] ?? "", fields: JSON.parse(lines[0] ?? "") };
}

describe("the log", () => {
  test("is one JSON object a line with time, level and the request's id", () => {
    const { fields } = written((log) => log.child({ requestId: "r-1" }).info({ status: 200 }, "Answered"));
    expect(fields).toMatchObject({ level: "info", requestId: "r-1", status: 200, msg: "Answered" });
    expect(fields.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test.each([
    ["a PIN", { body: { PinCode: "4711" } }, "4711"],
    ["a ClientId header in any case", { headers: { clientid: "s3cr3t-client" } }, "s3cr3t-client"],
    ["a password", { login: { username: "cashier", password: "cashier-demo" } }, "cashier-demo"],
    ["a cookie", { req: { headers: { cookie: "session=abc123" } } }, "abc123"],
    ["an authorization header", { headers: { Authorization: "Bearer abc123" } }, "abc123"],
    ["a national id", { wallet: { nid: "29001011234567" } }, "29001011234567"],
    ["secrets in a list", { tries: [{ pin: "4711" }, { pin: "0815" }] }, "0815"],
    ["a mobile number under its own name", { ContactMsisdn: "01110000001" }, "01110000001"],
    ["a mobile number written as a number", { msisdn: 1110000001 }, "1110000001"],
    ["a mobile number in a text", { note: "called +201110000001 back" }, "1110000001"],
    ["a national mobile number in a text", { note: "wallet of 01110000001, paid" }, "1110000001"],
    ["a foreign mobile number in a text", { note: "+4915112345678" }, "15112345678"],
    ["a ClientId in a text", { note: "unknown client pis_test_demo" }, "test_demo"],
    ["the end of a ClientId that has a hyphen", { note: "unknown pis_live_AbCd-EfGh" }, "EfGh"],
    ["a signing secret in a text", { note: "signed with pss_AbCd-EfGh_12" }, "EfGh"],
    ["the database's password", { note: "postgresql://points:hunter2@db/points" }, "hunter2"],
  ])("never holds %s", (_, fields, secret) => {
    expect(written((log) => log.info(fields)).line).not.toContain(secret);
  });

  test("never holds what an error's message or stack gives away", () => {
    const error = new Error("Key (msisdn)=(+201110000001) already exists", {
      cause: new Error("client pis_live_abc"),
    });
    const { line, fields } = written((log) => log.error({ err: error }, "Failed for 01110000001"));
    expect(line).not.toMatch(/1110000001|live_abc/);
    expect(fields.err).toMatchObject({ type: "Error", message: expect.stringContaining("already exists") });
  });

  test("leaves ids, times and amounts as they are", () => {
    const fields = {
      entryId: 201112345678,
      walletId: 1012345678,
      at: "2026-11-21T09:00:00Z",
      points: [1000, 5000],
    };
    expect(written((log) => log.info(fields)).fields).toMatchObject(fields);
  });

  test("does not change what it is given", () => {
    const body = { PinCode: "4711", wallet: { msisdn: "01110000001" } };
    written((log) => log.info({ body }));
    expect(body).toEqual({ PinCode: "4711", wallet: { msisdn: "01110000001" } });
  });
});

describe("maskMsisdn", () => {
  test.each([
    ["+201110000001", "**********001"],
    ["01110000001", "********001"],
    ["12345", "*****"],
    ["", ""],
  ])("%s is shown as %s", (msisdn, shown) => {
    expect(maskMsisdn(msisdn)).toBe(shown);
  });
});
