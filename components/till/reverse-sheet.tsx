"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ActSheet } from "@/components/entries/act-sheet";
import { EntryRows } from "@/components/entries/entry-rows";
import { EntryTextFilter, searchOf } from "@/components/entries/entry-text-filter";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { askPages } from "@/components/kit/contract";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Code } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { useCustomerName } from "@/components/wallet/use-customer-name";
import { useLookup, useWallet } from "@/components/wallet/use-wallet";
import { entries as api } from "@/lib/areas/entries/contract";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";
import { useMerchantName } from "./receipt-number";
import type { TillEvent, TillSheet } from "./till-types";

interface Acts {
  onClose: () => void;
  /** Something was done: the till is ready for the next customer. */
  onNext: () => void;
  onActed: () => void;
}

interface ReceiptSheetProps {
  onFound: (found: { walletId: number; entryId: number }) => void;
  onClose: () => void;
}

/** Refunds, takes goods back and voids without leaving the till. */
export function ReverseSheet({
  sheet,
  send,
  onNext,
}: {
  sheet: TillSheet;
  send: (event: TillEvent) => void;
  onNext: () => void;
}) {
  const onClose = () => send({ type: "sheetClosed" });
  const acts: Acts = { onClose, onNext, onActed: () => send({ type: "acted" }) };
  switch (sheet.name) {
    case "receipt":
      return <ReceiptSheet onFound={(found) => send({ type: "entryFound", ...found })} onClose={onClose} />;
    case "history":
      return <HistorySheet walletId={sheet.walletId} {...acts} />;
    case "entry":
      return <ActSheet entryId={sheet.entryId} {...acts} />;
    default:
      return sheet satisfies never;
  }
}

/** Entries of a customer. Each entry opens over the list, and closing it leads back to its place in the list. */
function HistorySheet({ walletId, onClose, ...acts }: Acts & { walletId: number }) {
  const t = useTranslations("till.sheet");
  const entries = useTranslations("entries");
  const nameOf = useCustomerName();
  const { data: wallet } = useWallet(walletId);
  const [text, setText] = useState("");
  const [entryId, setEntryId] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The sheet that was opened first is gone once something is done, and with it the browser's way back to the link.
  const leaveEntry = () => {
    const link = list.current?.querySelector<HTMLElement>(`a[href$="entry=${entryId}"]`);
    setEntryId(null);
    requestAnimationFrame(() => requestAnimationFrame(() => link?.focus()));
  };
  const query = useInfiniteQuery(
    askPages(api.ofWallet, { params: { walletId }, query: text === "" ? {} : { text } }),
  );
  return (
    <Drawer onClose={onClose} title={t("title")}>
      {wallet && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-semibold text-lg">{nameOf(wallet.profile)}</bdi>
          <Code className="text-ink-soft">{wallet.profile.mobile}</Code>
        </p>
      )}
      <p className="mb-4 text-ink-soft">{t("lead")}</p>
      <div ref={list} className="grid gap-4">
        <EntryTextFilter text={text} onChange={setText} />
        <PagedList
          query={query}
          rows={query.data?.pages.flatMap((page) => page.entries)}
          loading={<RowSkeletons className="h-16" />}
          empty={
            text === "" ? (
              <EmptyState title={entries("list.empty")}>{entries("list.emptyText")}</EmptyState>
            ) : (
              <EmptyState title={entries("list.nothing")} />
            )
          }
          moreLabel={entries("list.older")}
        >
          {(rows) => <EntryRows entries={rows} onShow={setEntryId} autoFocus />}
        </PagedList>
      </div>

      {entryId !== null && <ActSheet entryId={entryId} {...acts} onClose={leaveEntry} />}
    </Drawer>
  );
}

const NUMBER = /^\d{1,15}$/;

/** Finds the customer and the entry of a receipt by its number, typed or scanned. */
function ReceiptSheet({ onFound, onClose }: ReceiptSheetProps) {
  const t = useTranslations("till");
  const { textOf } = useErrorText();
  const lookup = useLookup();
  const [number, setNumber] = useState("");
  const [isMissing, setMissing] = useState(false);
  const merchant = useMerchantName();
  const find = (digits: string) => {
    setMissing(!NUMBER.test(digits));
    if (!NUMBER.test(digits)) return;
    lookup.mutate(`${RECEIPT_PREFIX}${digits}`, {
      onSuccess: (answer) => {
        if (answer.kind === "entry") onFound({ walletId: answer.wallet.id, entryId: answer.entryId });
      },
    });
  };
  const problem = () => {
    if (isMissing) return t("sheet.missing");
    if (lookup.error !== null) return textOf(lookup.error);
    if (lookup.data === undefined || lookup.data.kind === "entry") return undefined;
    return merchant === null
      ? t("sheet.unknownAnywhere", { number })
      : t("sheet.unknown", { number, merchant });
  };
  return (
    <Drawer onClose={onClose} title={t("sheet.title")}>
      <p className="mb-4 text-ink-soft">{t("sheet.receiptLead")}</p>
      <search>
        <Form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            find(number.trim());
          }}
        >
          <TextField
            label={t("sheet.receiptNumber")}
            value={number}
            onChange={(typed) => {
              const wanted = searchOf(typed);
              setNumber(wanted);
              setMissing(false);
              lookup.reset();
              // A scanned text is whole.
              if (wanted !== typed && wanted !== "") find(wanted);
            }}
            errorMessage={problem()}
            name={ENTRY_SEARCH_FIELD}
            inputMode="numeric"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={64}
            isCode
            isLarge
            autoFocus
          />
          <Button type="submit" variant="primary" size="large" isPending={lookup.isPending}>
            {t("box.find")}
          </Button>
        </Form>
      </search>
    </Drawer>
  );
}
