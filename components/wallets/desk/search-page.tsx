"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Search, TicketPercent, UserCheck, UserPlus, UserSearch } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { SendFoundDialog } from "@/components/coupons/send-found-dialog";
import { ask } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import type { ManyAct } from "@/components/kit/many-acts";
import { may } from "@/components/kit/may";
import { type Address, useFilters } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { useList } from "@/components/lists/use-list";
import { MenuRow } from "@/components/shell/menu-row";
import { PageHead } from "@/components/shell/page-head";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Code, DateTime, Day, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { type Column, pointsColumn } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { Tier } from "@/components/wallet/tier";
import { useCustomerName } from "@/components/wallet/use-customer-name";
import { WalletStatus } from "@/components/wallet/wallet-status";
import { coupons } from "@/lib/areas/coupons/contract";
import { wallets } from "@/lib/areas/wallets/contract";
import {
  type FoundWallet,
  type WalletSearchRequest,
  type WalletSettings,
  walletListSchema,
} from "@/lib/areas/wallets/desk-schemas";
import { FOUND_MAX, SEARCH_TEXT_MAX } from "@/lib/areas/wallets/words";
import { JoinManyDialog } from "./join-many-dialog";
import { walletSearchQuery } from "./queries";
import { useWalletFields, type WalletList } from "./use-wallet-fields";

/** The last searched text, in the memory of this tab and of one user only: coming back from a wallet finds it again. */
let lastText = { userId: 0, text: "" };

/** Finds wallets by code, mobile number and name. The typed text is personal data and never stands in the address; the other filters do. */
export function SearchPage() {
  const t = useTranslations();
  const { user } = useMe();
  const [text, setText] = useState(() => (lastText.userId === user.id ? lastText.text : ""));
  const [opensOnly, setOpensOnly] = useState(false);
  const look = (typed: string) => {
    lastText = { userId: user.id, text: typed };
    setText(typed);
    // A code or number was asked for: the only wallet that has it is opened.
    setOpensOnly(/\p{Nd}/u.test(typed));
  };
  const isAdmin = may(user, wallets.export);
  const address = useFilters(walletListSchema);
  const list = useWalletList({ address, text, isAsked: text !== "" || isAdmin, opensOnly, look });
  return (
    <>
      <PageHead
        title={t("pages.wallets")}
        lead={t("wallets.desk.search.lead")}
        actions={
          isAdmin && (
            <>
              <SendCoupons filters={address.filters} isDisabled={text !== ""} />
              <ExportLink filters={address.filters} />
            </>
          )
        }
      />
      <MenuRow menu="wallets" />
      {list.filters}
      {list.records}
    </>
  );
}

function useWalletList({
  address,
  text,
  isAsked,
  opensOnly,
  look,
}: {
  address: Address<WalletList>;
  text: string;
  isAsked: boolean;
  opensOnly: boolean;
  look: (typed: string) => void;
}) {
  const t = useTranslations("wallets.desk");
  const { user } = useMe();
  const request: WalletSearchRequest = { ...address.filters, ...(text !== "" && { text }) };
  const query = useInfiniteQuery({ ...walletSearchQuery(request), enabled: isAsked });
  const { data: settings } = useQuery(ask(wallets.settings));
  const rows = query.data?.pages.flatMap((page) => page.wallets);
  useOpenOnly(opensOnly && !query.isPlaceholderData && rows?.length === 1 ? rows[0]?.id : undefined);
  const [joining, setJoining] = useState<ComponentProps<typeof JoinManyDialog>["filter"] | null>(null);
  const mayJoin = may(user, wallets.joinMany);
  const { statusId, segmentId, joined, order: _, ...others } = address.filters;
  const isJoinable = mayJoin && joined === "no" && Object.keys(others).length === 0;
  const chosenAct: ManyAct<FoundWallet> = {
    id: "join",
    label: t("joinMany.open"),
    icon: UserCheck,
    open: (chosen) => setJoining({ ids: chosen.map(({ id }) => id) }),
  };
  return useList({
    views: "wallets",
    label: t("search.results"),
    address,
    search: <SearchForm key={text} text={text} onSearch={look} />,
    filters: useWalletFields(settings, address),
    query,
    rows: isAsked ? rows : [],
    columns: useColumns(settings),
    nameOf: ({ name, walletCode }) => name ?? walletCode,
    many: may(user, wallets.export)
      ? { acts: mayJoin ? [chosenAct] : [], exportPath: wallets.export.path, outdates: [] }
      : undefined,
    narrow: (wallet) => <NarrowWallet wallet={wallet} />,
    empty: {
      icon: <UserSearch aria-hidden />,
      none: isAsked
        ? [t("search.emptyTitle"), t("search.emptyText")]
        : [t("search.startTitle"), t("search.startText")],
      actions: isAsked && (
        <LinkButton href="/wallets/enrol">
          <UserPlus aria-hidden className="me-2 size-4.5" />
          {t("search.enrol")}
        </LinkButton>
      ),
    },
    between: (
      <>
        <Found count={isAsked ? query.data?.pages[0]?.found : undefined} />
        {isJoinable && (rows?.length ?? 0) > 0 && (
          <JoinAll onOpen={() => setJoining({ statusId, segmentId })} />
        )}
        {joining && <JoinManyDialog filter={joining} onClose={() => setJoining(null)} />}
      </>
    ),
  });
}

/** How many customers the filters find. */
function Found({ count = 0 }: { count: number | undefined }) {
  const t = useTranslations("wallets.desk.filters");
  if (count === 0) return null;
  return (
    <p role="status" className="mb-2 font-medium">
      {t(count > FOUND_MAX ? "moreThan" : "found", { count: Math.min(count, FOUND_MAX) })}
    </p>
  );
}

/** Opens the wallet that is the only one found. */
function useOpenOnly(onlyId: number | undefined) {
  const navigation = useNavigation();
  useEffect(() => {
    if (onlyId !== undefined) navigation.push(`/wallets/${onlyId}`);
  }, [onlyId, navigation]);
}

function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useTranslations("wallets.desk.search");
  const [typed, setTyped] = useState(text);
  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextField
        label={t("label")}
        placeholder={t("hint")}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          if (value === "" && text !== "") onSearch("");
        }}
        maxLength={SEARCH_TEXT_MAX}
        autoComplete="off"
        enterKeyHint="search"
        autoFocus
        before={<Search aria-hidden className="-me-2 ms-3 size-5 shrink-0 text-ink-faint" />}
      />
      <Button type="submit" variant="primary">
        {t("find")}
      </Button>
    </Form>
  );
}

function ExportLink({ filters }: { filters: WalletList }) {
  const t = useTranslations("wallets.desk.search");
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return <FileLink href={`/api/portal/manage/wallets/export${query && `?${query}`}`}>{t("export")}</FileLink>;
}

/** Coupons to the customers whom the filters find; a typed text is no part of a filter. */
function SendCoupons({ filters, isDisabled }: { filters: WalletList; isDisabled: boolean }) {
  const t = useTranslations("coupons");
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  const { order: _, ...filter } = filters;
  if (!may(user, coupons.addLines)) return null;
  return (
    <>
      <Button icon={TicketPercent} isDisabled={isDisabled} onPress={() => setOpen(true)}>
        {t("sendFound")}
      </Button>
      {isOpen && <SendFoundDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The way from a list of customers who have not joined to their joining. */
function JoinAll({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("wallets.desk.joinMany");
  return (
    <Notice
      kind="info"
      className="mb-4"
      actions={
        <Button size="small" onPress={onOpen}>
          {t("openAll")}
        </Button>
      }
    >
      {t("lead")}
    </Notice>
  );
}

/** A wallet in two lines: customer and points, then code, number and status. */
function NarrowWallet({ wallet }: { wallet: FoundWallet }) {
  const t = useTranslations("wallets.desk.search");
  const nameOf = useCustomerName();
  const { id, walletCode, mobile, statusId, balance } = wallet;
  return (
    <span className="block">
      <span className="flex items-baseline justify-between gap-3">
        <Link href={`/wallets/${id}`} className="wrap-break-word min-w-0 font-medium text-accent">
          <bdi>{nameOf(wallet)}</bdi>
        </Link>
        <Points value={balance} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft text-sm">
        <span>
          <Code>{walletCode}</Code> · <Code>{mobile}</Code>
        </span>
        {!wallet.isOptedIn && <Status tone="warning">{t("joinedIs.no")}</Status>}
        <WalletStatus statusId={statusId} />
      </span>
    </span>
  );
}

function useColumns(settings: WalletSettings | undefined): Column<FoundWallet>[] {
  const t = useTranslations("wallets.desk.search");
  const customerName = useCustomerName();
  return [
    {
      id: "customer",
      header: t("customer"),
      cell: (wallet) => (
        <Link
          href={`/wallets/${wallet.id}`}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          <bdi>{customerName(wallet)}</bdi>
        </Link>
      ),
    },
    { id: "code", header: t("code"), cell: ({ walletCode }) => <Code>{walletCode}</Code> },
    { id: "mobile", header: t("mobile"), cell: ({ mobile }) => <Code>{mobile}</Code> },
    {
      id: "segment",
      header: t("segment"),
      cell: ({ segmentId }) => {
        const segment = settings?.segments.find(({ id }) => id === segmentId);
        return segment && <Tier {...segment} />;
      },
    },
    {
      id: "joined",
      header: t("joined"),
      cell: ({ isOptedIn }) => (
        <Status tone={isOptedIn ? "success" : "warning"}>{t(`joinedIs.${isOptedIn ? "yes" : "no"}`)}</Status>
      ),
    },
    { id: "status", header: t("status"), cell: ({ statusId }) => <WalletStatus statusId={statusId} /> },
    {
      id: "lastVisit",
      header: t("lastVisit"),
      cell: ({ lastDay }) => (lastDay ? <Day value={lastDay} /> : "–"),
    },
    pointsColumn("points", t("points"), ({ balance }) => balance),
    {
      id: "since",
      header: t("since"),
      cell: ({ createdAt }) => <DateTime value={createdAt} style="date" />,
    },
  ];
}
