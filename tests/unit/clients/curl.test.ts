import { expect, test } from "vitest";
import { curlOf } from "@/components/clients/request-drawer";
import type { LoggedRequest } from "@/lib/areas/clients/desk-schemas";

const logged = (more: Partial<LoggedRequest>): LoggedRequest => ({
  id: 1,
  at: "2026-11-21T10:00:00.000Z",
  operation: "RedeemUser",
  method: "POST",
  status: 200,
  code: 0,
  reason: { en: "Success", ar: "تمت العملية بنجاح" },
  detail: null,
  isReplay: false,
  liberties: [],
  durationMs: 1,
  requestId: "x",
  ipAddress: "127.0.0.1",
  last4: "abcd",
  request: { fields: {}, hidden: [], unknown: [] },
  answer: null,
  ...more,
});

test("a logged request becomes a command with placeholders for whatever is not kept of it", () => {
  const fields = { WalletCode: "it's", PinCode: "•••", PointsValue: 5 };
  const request = { fields, hidden: ["PinCode"], unknown: [] };
  expect(curlOf(logged({ request }), "https://points.example")).toBe(
    [
      "curl -X POST 'https://points.example/api/Integration/v1/RedeemUser' \\",
      "  -H 'ClientId: <ClientId>' \\",
      "  -H 'Content-Type: application/json' \\",
      `  --data '{"WalletCode":"it'\\''s","PinCode":"<PinCode>","PointsValue":5}'`,
    ].join("\n"),
  );
});

test("a query stays a query", () => {
  const request = { fields: { ratePlan: "gold & more" }, hidden: [], unknown: [] };
  const command = curlOf(logged({ operation: "GetDeals", method: "GET", request }), "http://127.0.0.1:3000");
  expect(command).toContain("'http://127.0.0.1:3000/api/Integration/v1/GetDeals?ratePlan=gold+%26+more'");
  expect(command).not.toContain("--data");
});
