import { afterAll, beforeAll, expect, test } from "vitest";
import { createMerchant } from "@/lib/areas/merchants/merchants";
import { createNewProgramme, type NewProgramme } from "@/tests/support/admin-world";

let programme: NewProgramme;
beforeAll(async () => {
  programme = await createNewProgramme();
});
afterAll(() => programme.database.drop());

test("cashiers of a programme's first merchant sign up customers, those of later ones where that is said", async () => {
  const { context, system } = programme;
  const make = (name: string) => createMerchant(context, system, { nameEn: name, nameAr: name });
  expect(await make("First")).toMatchObject({ cashiersMayEnrol: true });
  expect(await make("Second")).toMatchObject({ cashiersMayEnrol: false });
});
