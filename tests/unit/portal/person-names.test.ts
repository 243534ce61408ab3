import { expect, test } from "vitest";
import { personName } from "@/lib/portal/acts/person";
import { SYSTEM_USER_NAME } from "@/lib/portal/acts/system-user";

test("readers of Arabic read the Arabic names of people, and of the service itself", () => {
  expect(personName({ name: "Aya Samir", nameAr: "آية سمير" }, "ar")).toBe("آية سمير");
  expect(personName({ name: "Aya Samir", nameAr: null }, "ar")).toBe("Aya Samir");
  expect(personName({ name: SYSTEM_USER_NAME, nameAr: null }, "ar")).toBe("النظام");
  expect(personName({ name: SYSTEM_USER_NAME, nameAr: null }, "en")).toBe("System");
});
