"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { Code, DateTime, Day, Money } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { entries as api } from "@/lib/areas/entries/contract";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { BillLines } from "./bill-lines";
import { EntryActor } from "./entry-parts";

/** Customer and bill of a transaction, to be compared with the person and the receipt before an act on it. */
export function EntryBill({
  entry,
  hasFacts = false,
}: {
  entry: PortalEntry;
  /** The facts of the bill stand below. */
  hasFacts?: boolean;
}) {
  const t = useTranslations("entries");
  const { data } = useQuery(ask(api.read, { params: { entryId: entry.id } }));
  const customer = data?.customer;
  return (
    <div className="grid gap-1 rounded-xl border border-line-strong px-4 py-3">
      <p className="flex min-h-7 flex-wrap items-baseline gap-x-3">
        {customer && (
          <bdi className="min-w-0 break-words font-semibold text-lg">{customer.name ?? t("acts.noName")}</bdi>
        )}
        {customer && <Code className="text-ink-soft">{customer.mobile}</Code>}
      </p>
      {data?.bill && <BillLines bill={data.bill} className="my-2" />}
      {!hasFacts && <EntryPlace entry={entry} isBillBold />}
      {entry.cancelEndedOn && (
        <Notice kind="info" className="mt-1">
          {t("acts.cancelEnded")} <Day value={entry.cancelEndedOn} />. {t("acts.cancelEndedNext")}
        </Notice>
      )}
    </div>
  );
}

/** Bill, invoice, time, branch and cashier of an entry, in as few words as tell it from others. */
export function EntryPlace({ entry, isBillBold = false }: { entry: PortalEntry; isBillBold?: boolean }) {
  const nameOf = useNameOf();
  const { value, invoiceNumber, createdAt, branch } = entry;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 text-ink-soft text-sm">
      {value !== 0 && (
        <Money value={value} className={isBillBold ? "font-semibold text-base text-ink" : "font-medium"} />
      )}
      {invoiceNumber !== null && <Code>{invoiceNumber}</Code>}
      <DateTime value={createdAt} />
      {branch && <bdi>{nameOf(branch)}</bdi>}
      <EntryActor by={entry.by} />
    </span>
  );
}
