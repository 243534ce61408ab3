import { describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/portal/session/password";
import { passwordProblem } from "@/lib/portal/session/password-strength";

const OWNER = {
  username: "m.adel",
  name: "Mona Adel",
  merchant: { nameEn: "Nile Bakery", nameAr: "مخبز النيل" },
};

test("a password is hashed as slowly as OWASP's cheat sheet asks for first", async () => {
  expect(await hashPassword("correct horse battery")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

describe("a new password is refused", () => {
  test.each([
    "aaaaaaaaaa",
    "1234567890",
    "qwertyuiop",
    "password123456",
    "Password2024!",
    "1q2w3e4r5t6y",
    "iloveyou1234",
    "abcabcabcabc",
    "passwordpassword",
    "01012345678",
    "ahmedahmed",
  ])("that everybody guesses first: %s", async (password) => {
    expect(await passwordProblem(password, OWNER)).toBe("password_common");
  });

  test.each([
    ["my M.Adel lamp 7", "password_is_username"],
    ["mona-river-lamp-7", "password_names"],
    ["the BAKERY of blue lamps", "password_names"],
    ["قلم مخبز أزرق سعيد", "password_names"],
  ])("that holds a name: %s", async (password, problem) => {
    expect(await passwordProblem(password, OWNER)).toBe(problem);
  });
});

test.each(["correct horse battery", "blue lamp river 7", "kQ8#vz0pLm", "قلم أزرق على نافذة"])(
  "a password that nobody guesses is accepted: %s",
  async (password) => {
    expect(await passwordProblem(password, OWNER)).toBeNull();
    expect(await passwordProblem(password, { username: "m.adel" })).toBeNull();
  },
);
