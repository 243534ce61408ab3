import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { MeContext } from "@/components/kit/use-me";
import { outcomeOf } from "@/components/operations/record";
import { OTHERS } from "@/components/today/entry-filters";
import { NarrowEntry } from "@/components/today/entry-list";
import { DAILY, DAILY_KINDS } from "@/components/today/kinds";
import type { Me } from "@/lib/areas/account/schemas";
import { entryQuerySchema, type PortalEntry } from "@/lib/areas/entries/schemas";
import type { Posted } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { loadMessages } from "@/lib/platform/messages";

test("every kind of entry can be chosen in the filter of a day, each in one place", () => {
  const daily = DAILY_KINDS.map((kind) => DAILY[kind].logTypeId);
  const all = [...daily, ...OTHERS.split(",").map(Number)];
  expect(all.toSorted((one, other) => one - other)).toEqual(
    Object.values(LOG_TYPE).toSorted((one, other) => one - other),
  );
});

test("the address takes every kind and no other", () => {
  const kinds = Object.values(LOG_TYPE).join(",");
  expect(entryQuerySchema.parse({ kinds })).toEqual({ kinds });
  for (const wrong of ["0", "99", "1,", "1,,2", "x", ""])
    expect(entryQuerySchema.safeParse({ kinds: wrong }).success, wrong).toBe(false);
});

const entry = (fields: Partial<PortalEntry>) =>
  ({
    ...{ id: 7, createdAt: "2026-11-21T10:00:00Z", wallet: { walletCode: "100001" }, value: 50, points: 0 },
    ...{ by: { kind: "system" }, aside: null, cancelledByEntryId: null, ...fields },
  }) as PortalEntry;
const ASIDE = [
  { what: "a reward whose points are pending", moved: { logTypeId: LOG_TYPE.reward, suspendedPoints: 50 } },
  { what: "a hold that was captured", moved: { logTypeId: LOG_TYPE.redemption, suspendedPoints: -50 } },
] as const;

test.each(ASIDE)("$what shows its points on a phone as on a desktop", async ({ moved }) => {
  const html = renderToString(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={await loadMessages("en")}>
      <MeContext value={{ user: { id: 1 } } as Me}>
        <NarrowEntry
          entry={entry(moved)}
          isNew={false}
          shown={{ hrefOf: () => "/today", show: () => undefined } as never}
        />
      </MeContext>
    </NextIntlClientProvider>,
  );
  expect(html).toMatch(/[+-]50/);
});

test("a pending reward that is told of later is told with its points", () => {
  const posted = { entry: entry({ logTypeId: LOG_TYPE.reward, suspendedPoints: 50 }), wallet: { id: 1 } };
  expect(outcomeOf({ kind: "posted", posted: posted as Posted })).toMatchObject({ points: 50 });
});
