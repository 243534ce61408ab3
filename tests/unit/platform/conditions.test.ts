import { expect, test } from "vitest";
import { Conditions, likeText } from "@/lib/platform/conditions";

test("conditions are joined by AND, their values in the order of their parameters", () => {
  const where = new Conditions();
  where.add("a = ?", 1);
  where.add("(b, c) < (?, ?)", 2, 3);
  where.add("d IS NULL");
  expect(where.sql).toBe("a = $1 AND (b, c) < ($2, $3) AND d IS NULL");
  expect(where.values).toEqual([1, 2, 3]);
});

test("without any condition everything is meant", () => {
  expect(new Conditions()).toMatchObject({ sql: "true", values: [] });
});

test("parameters that the statement names by itself come first, bound ones where they are bound", () => {
  const where = new Conditions(["today"]);
  where.add(`a IN (SELECT ${where.bind("x")})`);
  where.add("b = ?", "y");
  expect(where.sql).toBe("a IN (SELECT $2) AND b = $3");
  expect(where.values).toEqual(["today", "x", "y"]);
});

test("a condition with another number of values than parameters is refused", () => {
  expect(() => new Conditions().add("a = ?")).toThrow("0 values for 1 parameters");
  expect(() => new Conditions().add("a = 1", 1)).toThrow("1 values for 0 parameters");
});

test("what LIKE would take for a wildcard is text", () => {
  expect(likeText(String.raw`50%_\off`)).toBe(String.raw`50\%\_\\off`);
});
