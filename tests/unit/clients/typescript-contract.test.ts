import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractTypes } from "@/clients/generate/contract-types";
import { OPERATIONS as CLIENT_OPERATIONS } from "@/clients/typescript/src/contract";
import { openApiDocument } from "@/lib/points-api/openapi";
import { OPERATIONS } from "@/lib/points-api/operations";

test("the TypeScript client's types are those of the contract (node scripts/client-types.mjs)", () => {
  expect(readFileSync("clients/typescript/src/contract.ts", "utf8")).toBe(contractTypes(openApiDocument()));
});

test("the TypeScript client knows every operation, and which of them may change something", () => {
  expect(Object.keys(CLIENT_OPERATIONS)).toEqual(Object.keys(OPERATIONS));
  for (const name of ["Reward", "RedeemUser", "Refund", "Cancel"] as const)
    expect(CLIENT_OPERATIONS[name].movesPoints, name).toBe(true);
  expect(CLIENT_OPERATIONS.GetDeals.movesPoints).toBe(false);
});

test("a schema that has no type here stops the making of types", () => {
  const documentWith = (schema: object) => ({ paths: {}, components: { schemas: { Odd: schema } } });
  expect(() => contractTypes(documentWith({ type: "file" }))).toThrow("file");
  expect(() => contractTypes(documentWith({ $ref: "https://example.com/odd" }))).toThrow("odd");
});

test("types are read from what schemas say", () => {
  const written = contractTypes({
    paths: {},
    components: {
      schemas: {
        Example: {
          type: "object",
          required: ["code"],
          properties: {
            code: { enum: ["0", "1301"], description: "Ends no comment */ here" },
            amount: { type: ["number", "null"] },
            other: { anyOf: [{ $ref: "#/components/schemas/Example" }, { required: ["code"] }] },
            "a-b": { type: "array", items: { const: 1 } },
          },
        },
        Either: {
          type: "object",
          properties: { a: { type: "string" } },
          oneOf: [{ required: ["a"], properties: { a: { type: "string" } } }, { type: "null" }],
        },
      },
    },
  });
  expect(written).toContain('code: "0" | "1301";');
  expect(written).toContain("Ends no comment *\\/ here */");
  expect(written).toContain("amount?: number | null;");
  expect(written).toContain('other?: components["schemas"]["Example"];');
  expect(written).toContain('"a-b"?: Array<1>;');
  expect(written.replace(/\s+/g, " ")).toContain("Either: { a?: string; } & ({ a: string; } | null);");
});
