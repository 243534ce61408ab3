import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { parseBody } from "@/lib/points-api/request";

function codeOf(text: string): number | "accepted" {
  try {
    parseBody(text);
    return "accepted";
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

describe("a JSON object is read", () => {
  test.each([
    ["{}", {}],
    [' \r\n{"a":1}\t', { a: 1 }],
    [
      '{"a":{"a":1,"b":{"a":2}},"b":[{"a":1},{"a":2}]}',
      { a: { a: 1, b: { a: 2 } }, b: [{ a: 1 }, { a: 2 }] },
    ],
    ['{"a":"x:y","b":"{\\"c\\":1}","c":"\\\\","d":":"}', { a: "x:y", b: '{"c":1}', c: "\\", d: ":" }],
    ['{"a\\"b":1,"a":2,"A":3}', { 'a"b': 1, a: 2, A: 3 }],
    ['{"Comment":"مرحبا 👍"}', { Comment: "مرحبا 👍" }],
  ])("%s", (text, expected) => {
    expect(parseBody(text)).toEqual(expected);
  });

  test("a field called __proto__ is a field like any other", () => {
    const body = parseBody('{"__proto__":{"PointsValue":1},"a":1}');
    expect(Object.keys(body)).toEqual(["__proto__", "a"]);
    expect(body.PointsValue).toBeUndefined();
  });

  test("nesting as deep as a body can hold is no reason to fail", () => {
    const deep = `{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}`;
    expect(Object.keys(parseBody(deep))).toEqual(["a"]);
  });
});

describe("anything else is 1003", () => {
  test.each([
    "",
    " ",
    "{",
    '{"a":1',
    '{"a":1}}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    "null",
    "1",
    '"text"',
    "true",
    "[]",
    '[{"a":1}]',
    "a=1&b=2",
    "<a>1</a>",
  ])("%j", (text) => {
    expect(codeOf(text)).toBe(1003);
  });
});

describe("a field that is named twice is 1003, since readers of JSON disagree about which one counts", () => {
  test.each([
    '{"PointsValue":1,"PointsValue":1000}',
    '{"PointsValue":1,"b":{"c":[1,2]},"PointsValue":1}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a":"\\\\","a":"\\""}',
  ])("%s", (text) => {
    expect(codeOf(text)).toBe(1003);
  });
});
