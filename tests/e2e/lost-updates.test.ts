import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Role } from "@/lib/portal/acts/roles";
import { expectAccessible } from "@/tests/support/portal/browser";
import { startPortal } from "@/tests/support/portal/portal";
import {
  changeDifferentFields,
  changeSameField,
  type Entry,
  type SharedForm,
} from "@/tests/support/portal/two-editors";
import { workTill } from "@/tests/support/portal/work-till";

// Only where there is demo data may webhooks go to the machine itself.
const portal = startPortal({ isDemo: true });

interface FormCase {
  name: string;
  /** Whose form it is. */
  role: Role;
  path: () => string | Promise<string>;
  /** The button that opens it. */
  open: RegExp;
  /** What is chosen of the menu that the button opens, if it opens one. */
  item?: string;
  save?: (page: Page) => Promise<void>;
  /** Two different fields. */
  theirs: Entry;
  mine: Entry;
  /** One field, and two values for it. */
  field: { label: string; theirs: string; mine: string };
  /** What is in the database of all these fields. */
  kept: () => Promise<object>;
  /** After two different fields, and after the second has kept their own value of the same field. */
  both: object;
  chosen: object;
}

const prisma = () => portal.database.prisma;
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const FORMS: FormCase[] = [
  {
    name: "a branch",
    role: "merchant_admin",
    path: () => "/manage/branches",
    open: /^Edit: Branch 2$/,
    theirs: { label: "Address in English", value: "5 New Street" },
    mine: { label: "Phone", value: "19777" },
    field: { label: "Address in Arabic", theirs: "شارع الأول", mine: "شارع الثاني" },
    kept: () => prisma().branch.findUniqueOrThrow({ where: { id: portal.world.branchIds[1] } }),
    both: { addressEn: "5 New Street", phone: "19777" },
    chosen: { addressAr: "شارع الثاني" },
  },
  {
    name: "somebody of the staff",
    role: "merchant_admin",
    path: () => "/manage/staff",
    open: /^Edit The supervisor/,
    theirs: { label: "E-mail (optional)", value: "theirs@portal.invalid" },
    mine: { label: "Name", value: "The supervisor of the day" },
    field: { label: "E-mail (optional)", theirs: "first@portal.invalid", mine: "second@portal.invalid" },
    kept: () => prisma().user.findUniqueOrThrow({ where: { username: "supervisor" } }),
    both: { email: "theirs@portal.invalid", name: "The supervisor of the day" },
    chosen: { email: "second@portal.invalid" },
  },
  {
    name: "a merchant",
    role: "programme_operator",
    path: () => "/manage/merchants",
    open: /^Edit Two$/,
    theirs: { label: "Name in Arabic", value: "الثاني" },
    mine: { label: "Refunds and returns only at the branch of the sale", value: true },
    field: { label: "Days in which a redemption can be refunded", theirs: "10", mine: "20" },
    kept: () => prisma().merchant.findUniqueOrThrow({ where: { id: portal.world.foreignMerchantId } }),
    both: { nameAr: "الثاني", refundSameBranchOnly: true },
    chosen: { refundWindowDays: 20 },
  },
  {
    name: "an API client",
    role: "merchant_admin",
    path: clientPath,
    open: /^Settings$/,
    theirs: { label: "Allowed IP addresses", value: "10.1.0.0/16" },
    mine: { label: "Burst limit", value: "900" },
    field: { label: "Name", theirs: "Tills of the first", mine: "Tills of the second" },
    kept: () => prisma().apiClient.findFirstOrThrow({ orderBy: { id: "desc" } }),
    both: { ipRanges: ["10.1.0.0/16"], rateBurst: 900 },
    chosen: { name: "Tills of the second" },
  },
  {
    name: "a segment",
    role: "programme_operator",
    path: () => "/manage/programme",
    open: /^Change Standard/,
    save: reviewAndApply,
    theirs: { label: "Name in Arabic", value: "أساسي" },
    mine: { label: "Points earned for EGP 1", value: "2" },
    field: { label: "Rate plan", theirs: "FIRST", mine: "SECOND" },
    kept: async () => {
      const version = await prisma().segmentVersion.findFirstOrThrow({ orderBy: { id: "desc" } });
      return { ...version, rewardFactor: String(version.rewardFactor) };
    },
    both: { nameAr: "أساسي", rewardFactor: "2" },
    chosen: { ratePlan: "SECOND" },
  },
  {
    name: "the programme's rules",
    role: "programme_operator",
    path: () => "/manage/programme",
    open: /^Change the rules$/,
    save: reviewAndApply,
    theirs: { label: "Rewarded points can be spent after", value: "45" },
    mine: { label: "Points are valid for", value: "12" },
    field: { label: "Void until the end of", theirs: "3", mine: "4" },
    kept: () => prisma().programme.findUniqueOrThrow({ where: { id: 1 } }),
    both: { ripeningDays: 45, pointsValidityMonths: 12 },
    chosen: { cancelWindowBusinessDays: 4 },
  },
  {
    name: "a merchant's refund rules",
    role: "programme_operator",
    path: () => "/manage/programme",
    open: /^Change refunds and returns of One$/,
    save: press("Apply from now on"),
    theirs: { label: "At the same branch only", value: true },
    mine: { label: "Refund within (days)", value: "30" },
    field: { label: "Refund within (days)", theirs: "40", mine: "50" },
    kept: () => prisma().merchant.findUniqueOrThrow({ where: { id: portal.world.merchantId } }),
    both: { refundSameBranchOnly: true, refundWindowDays: 30 },
    chosen: { refundWindowDays: 50 },
  },
  {
    name: "the words customers agree to",
    role: "programme_operator",
    path: () => "/manage/programme",
    open: /^Change the text$/,
    save: press("Put in force now"),
    theirs: { label: "Text in Arabic", value: "أوافق على كل شيء" },
    mine: { label: "Text in English", value: "I agree to everything" },
    field: { label: "Text in English", theirs: "I agree, says the first", mine: "I agree, says the second" },
    kept: () => prisma().consentText.findFirstOrThrow({ orderBy: { version: "desc" } }),
    both: { textAr: "أوافق على كل شيء", textEn: "I agree to everything" },
    chosen: { textEn: "I agree, says the second" },
  },
  {
    name: "a category",
    role: "programme_operator",
    path: categoriesPath,
    open: /^Edit Food/,
    theirs: { label: "Name in Arabic", value: "طعام" },
    mine: { label: "Place", value: "7" },
    field: { label: "Place", theirs: "8", mine: "9" },
    kept: () => prisma().category.findFirstOrThrow({ where: { nameEn: { startsWith: "Food" } } }),
    both: { nameAr: "طعام", sortingNumber: 7 },
    chosen: { sortingNumber: 9 },
  },
  {
    name: "a webhook",
    role: "merchant_admin",
    path: webhooksPath,
    open: /^Change http/,
    theirs: { label: "Address", value: "http://127.0.0.1:9/changed" },
    mine: { label: "Purpose", value: "The accounts" },
    field: { label: "Purpose", theirs: "The first", mine: "The second" },
    kept: () => prisma().webhookEndpoint.findFirstOrThrow({ where: { state: { not: "deleted" } } }),
    both: { url: "http://127.0.0.1:9/changed", description: "The accounts" },
    chosen: { description: "The second" },
  },
  {
    name: "a customer's wallet",
    role: "merchant_admin",
    path: walletPath,
    open: /^Manage wallet$/,
    item: "Edit customer",
    theirs: { label: "E-mail", value: "mona@example.com" },
    mine: { label: "Address", value: "5 New Street" },
    field: { label: "Name", theirs: "Mona of the first", mine: "Mona of the second" },
    kept: () => prisma().walletProfile.findFirstOrThrow({ orderBy: { walletId: "desc" } }),
    both: { email: "mona@example.com", address: "5 New Street" },
    chosen: { name: "Mona of the second" },
  },
];

async function reviewAndApply(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review the change" }).click();
  await page.getByRole("button", { name: "Apply from now on" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
}

async function categoriesPath(): Promise<string> {
  const fields = { nameEn: "Food", nameAr: "أكل", icon: "tag", sortingNumber: 1 };
  if ((await prisma().category.count({ where: { nameEn: "Food" } })) === 0)
    await portal.post("programme_operator", "manage/categories", fields);
  return "/manage/categories";
}

async function walletPath(): Promise<string> {
  const { id } = await workTill(portal, ({ wallet }) => wallet(`Mona ${randomUUID().slice(0, 8)}`));
  return `/wallets/${id}`;
}

async function webhooksPath(): Promise<string> {
  await prisma().webhookEndpoint.updateMany({ data: { state: "deleted", disabledReason: "person" } });
  await portal.post("merchant_admin", "manage/webhooks", {
    merchantId: portal.world.merchantId,
    url: "http://127.0.0.1:9/hooks",
    description: "Accounting",
    eventTypes: ["points.rewarded"],
  });
  return "/manage/webhooks";
}

async function clientPath(): Promise<string> {
  const made = await portal.post("merchant_admin", "manage/clients", {
    merchantId: portal.world.merchantId,
    name: `Tills ${randomUUID()}`,
    // Scopes that move points take a second person.
    scopes: ["deals"],
  });
  const { client } = (await made.json()) as { client: { id: number } };
  return `/manage/clients/${client.id}`;
}

describe.each(FORMS)("two people edit $name", ({ role, path, open, item, save = press("Save"), ...form }) => {
  let shared: SharedForm;
  beforeEach(async () => {
    const address = await path();
    const openForm = async () => {
      const page = await portal.signedIn(role, address);
      await page.getByRole("button", { name: open }).click();
      if (item !== undefined) await page.getByRole("menuitem", { name: item, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      return page;
    };
    shared = { first: await openForm(), second: await openForm(), save };
  });

  test("different fields: both changes survive", async () => {
    await changeDifferentFields(shared, form.theirs, form.mine);
    expect(await form.kept()).toMatchObject(form.both);
  });

  test("the same field: the second sees both values and chooses", async () => {
    await changeSameField(shared, form.field, "Keep mine");
    expect(await form.kept()).toMatchObject(form.chosen);
  });
});

test("who takes the other's value saves nothing of their own over it", async () => {
  const { theirs, mine } = { theirs: "Name of the first", mine: "Name of the second" };
  const openForm = async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/branches");
    await page.getByRole("button", { name: "Edit: Branch 1", exact: true }).click();
    return page;
  };
  const shared = { first: await openForm(), second: await openForm(), save: press("Save") };
  await changeSameField(shared, { label: "Name in English", theirs, mine }, "Take theirs");
  const branch = await prisma().branch.findUniqueOrThrow({ where: { id: portal.world.branchIds[0] } });
  expect(branch.nameEn).toBe(theirs);
});

test("two people write the items of a promotion: the second reads both in words, and the items they take stand in the form", async () => {
  const NAME = "Items of two people";
  const rule = { ...ANY_BILL, kind: "skus", points: null };
  await portal.post("merchant_admin", "manage/promotions", {
    ...{ merchantId: portal.world.merchantId, nameEn: NAME, nameAr: NAME, rule },
    ...{ startsAt: "2030-01-01T00:00:00Z", endsAt: "2030-02-01T00:00:00Z" },
    ...{
      skus: [{ skuId: "COFFEE", points: 5 }],
      budgetPoints: 5_000,
      walletMax: null,
      walletPeriod: null,
      walletPoints: null,
    },
  });
  const openForm = async () => {
    const page = await portal.signedIn("merchant_admin", "/manage/promotions");
    await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    return page;
  };
  const items = (page: Page) => page.getByRole("dialog").getByLabel("Items and their points");
  const [first, second] = [await openForm(), await openForm()];
  await items(second).fill("COFFEE 7");
  await items(first).fill("COFFEE 9\nTEA 3");
  await press("Save draft")(first);
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await press("Save draft")(second);
  const choice = second.getByRole("region", { name: "Rule", exact: true });
  for (const said of [/COFFEE \+9.*TEA \+3/, /COFFEE \+7/]) await choice.getByText(said).waitFor();
  expect(await choice.textContent()).not.toContain("{");
  await choice.getByText("Take theirs", { exact: true }).click();
  expect(await items(second).inputValue()).toBe("COFFEE 9\nTEA 3");
});

test("a dialog over a promotion that was changed meanwhile shows it as it is now, and takes one press more", async () => {
  const NAME = "Before the change";
  await portal.post("merchant_admin", "manage/promotions", {
    ...{ merchantId: portal.world.merchantId, nameEn: NAME, nameAr: NAME, skus: [] },
    ...{ rule: { ...ANY_BILL, kind: "bonus", points: 5 }, budgetPoints: 500 },
    ...{ startsAt: "2030-01-01T00:00:00Z", endsAt: "2030-02-01T00:00:00Z" },
    ...{ walletMax: null, walletPeriod: null, walletPoints: null },
  });
  const choose = async (item: string) => {
    const page = await portal.signedIn("merchant_admin", "/manage/promotions");
    await page.getByRole("button", { name: `Actions for ${NAME}` }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    return page;
  };
  const [first, second] = [await choose("Edit"), await choose("Publish")];
  const dialog = second.getByRole("alertdialog");
  await dialog.getByRole("heading", { name: NAME }).waitFor();
  await first.getByLabel("Name in English").fill("After the change");
  await press("Save draft")(first);
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.getByText("This was changed while you were reading").waitFor();
  await dialog.getByRole("heading", { name: "After the change" }).waitFor();
  await expectAccessible(second);
  await dialog.getByRole("button", { name: "I have read it" }).click();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await second.getByText("After the change").first().waitFor();
  await expect
    .poll(async () => (await prisma().promotion.findFirstOrThrow({ orderBy: { id: "desc" } })).state)
    .not.toBe("draft");
});

test("renaming a person does not give back the role that another admin has just taken away", async () => {
  const openForm = async () => {
    const page = await portal.signedIn("programme_operator", "/manage/staff");
    await page.getByRole("button", { name: "Edit The cashier" }).click();
    return page;
  };
  const [first, second] = [await openForm(), await openForm()];
  await second.getByLabel("Name", { exact: true }).fill("The renamed");
  await first.getByRole("dialog").getByRole("button", { name: /Role/ }).click();
  await first.getByRole("option", { name: "Supervisor" }).click();
  await press("Save")(first);
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await press("Save")(second);
  await second.getByText("This was changed in the meantime").waitFor();
  await press("Save")(second);
  await second.getByRole("dialog").waitFor({ state: "detached" });
  expect(await prisma().user.findUniqueOrThrow({ where: { username: "cashier" } })).toMatchObject({
    name: "The renamed",
    role: "supervisor",
  });
});
