import type { Page } from "playwright";
import { REPORT_PARTS } from "@/lib/areas/reports/words";
import type { Role } from "@/lib/portal/acts/roles";
import type { messages } from "@/messages/en";

type Texts = typeof messages;

/** A state of a page worth a look of its own. */
export interface State {
  as?: Role | null | undefined;
  query?: string | undefined;
  /** A text of the page's content. */
  shows?: string | RegExp;
  /** Opens more of the page before the look. */
  act?: (page: Page, texts: Texts) => Promise<void>;
  /** Buttons that open dialogs, each looked at. */
  dialogs?: (texts: Texts) => readonly (string | RegExp)[];
}

/** The beginning of a text that names something at its end. */
const beginningOf = (text: string) => new RegExp(`^${text.split("{")[0]?.trim()}`);
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
async function untilMapIsDrawn(page: Page): Promise<void> {
  await page.getByTestId("place-map").scrollIntoViewIfNeeded();
  await page.locator('[data-testid="place-map"][data-state="drawn"]').waitFor();
}
async function untilChartIsDrawn(page: Page): Promise<void> {
  // A chart is drawn when it is nearly in sight.
  await page.getByRole("heading", { name: /^(Points by day|النقاط حسب اليوم)$/ }).scrollIntoViewIfNeeded();
  await page.locator("figure [data-series] path").first().waitFor();
}
async function pressAll(page: Page, name: RegExp): Promise<void> {
  const buttons = page.getByRole("button", { name });
  for (let left = await buttons.count(); left > 0; left -= 1) await buttons.first().click();
}

/** States by page; a page without one is opened as it is. */
export const STATES: Record<string, readonly State[]> = {
  "/account": [{ as: "supervisor", shows: /This device|هذا الجهاز/ }],
  "/deals": [
    {
      as: "cashier",
      act: async (page) => {
        await page.keyboard.press("v");
        const filters = page.getByRole("button", { name: /^(?:Filters|تصفية)/ });
        if (await filters.isVisible()) await filters.click();
        await page.getByRole("combobox").first().waitFor();
      },
    },
    { as: "cashier" },
  ],
  "/manage/audit": [
    {
      as: "merchant_admin",
      shows: /7001002000/,
      act: (page) => page.getByRole("main").locator("li button[aria-expanded]").first().click(),
    },
    { as: "merchant_admin", query: "kind=events", shows: "127.0.0.1" },
  ],
  "/manage/branches": [
    { shows: /01000000003/, dialogs: ({ branches }) => [beginningOf(branches.editOf)] },
    { query: "map=on", shows: /01000000003/, act: untilMapIsDrawn },
  ],
  "/manage/categories": [{ shows: "Electronics" }],
  "/manage/clients": [{ shows: /Nasr City/ }],
  "/manage/clients/[clientId]": [
    { as: "merchant_admin", shows: /Nasr City/ },
    { as: "merchant_admin", query: "tab=sandbox", shows: /^T\d|-01$|01$/ },
    { as: "merchant_admin", query: "tab=requests", shows: "1301" },
  ],
  "/manage/clients/[clientId]/certification": [{ as: "merchant_admin", shows: "PS-7K2M-9QXD-4HTR" }],
  "/manage/deals": [{ shows: /^OFFER-\d/ }],
  "/manage/merchants": [{ shows: /^(One|واحد)$/ }],
  "/manage/programme": [
    {
      shows: /^(One|واحد)$/,
      act: async (page) => {
        for (const rate of [/^(Earn rate|معدل الكسب)$/, /^(Pay rate|معدل الدفع)$/])
          await page.getByText(rate).first().waitFor({ state: "attached" });
      },
      dialogs: ({ programme }) => [/^(Change Standard|تعديل قياسي)$/, programme.changeRules],
    },
  ],
  "/manage/promotions": [{ shows: /90\d{4}/ }],
  "/manage/staff": [{ shows: "abdelrahman.elsherbiny" }],
  "/manage/webhooks": [
    {
      as: "merchant_admin",
      shows: "https://accounting.example/points",
      dialogs: ({ webhooks }) => [webhooks.add],
    },
    {
      as: "merchant_admin",
      shows: "evt_p1",
      act: (page, texts) => press(page, beginningOf(texts.webhooks.logOf)),
    },
  ],
  "/receipt/[entryId]": [{ as: "supervisor", shows: "INV-2026-0088213" }],
  "/reports": [
    { as: "merchant_admin", act: untilChartIsDrawn },
    { as: "finance" },
    {
      as: "merchant_admin",
      shows: /Branch 1|فرع 1/,
      act: (page, texts) => pressAll(page, beginningOf(texts.reports.showTableOf)),
    },
    ...REPORT_PARTS.map((part) => ({ as: "merchant_admin" as const, query: `part=${part}` })),
  ],
  "/reports/radar/[userId]": [{ as: "merchant_admin" }],
  "/reports/radar/findings/[findingId]": [{ as: "merchant_admin" }],
  "/requests": [{ as: "merchant_admin", shows: "7001002000" }],
  "/today": [
    { as: "supervisor", shows: "INV-2026-0088213" },
    { as: "supervisor", query: "branchId=all", shows: /Branch 2|فرع 2/ },
    { as: "supervisor", query: "text=zzz" },
    { as: "cashier" },
  ],
  "/wallets": [{ as: "merchant_admin", shows: "7001002000" }],
  "/wallets/[walletId]": [{ as: "supervisor", shows: "INV-2026-0088213" }, { as: "cashier" }],
  "/wallets/imports": [
    {
      as: "merchant_admin",
      shows: "0100 12",
      act: (page, texts) => press(page, texts.wallets.desk.imports.showRefused),
    },
  ],
  // Pages of people who are not signed in.
  "/certificates/[number]": [{ as: null, shows: "PS-7K2M-9QXD-4HTR" }],
  "/display": [{ as: null }],
  "/invite": [{ as: null }],
  "/sign-in": [{ as: null }],
};
