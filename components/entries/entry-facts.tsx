"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Code, DateTime, Day, Money, Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { EntryDetails } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/core/types";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { EntryActor } from "./entry-actor";
import { isRefunded, isReturned } from "./entry-marks";

const CHANNELS = Object.keys(CHANNEL) as (keyof typeof CHANNEL)[];

/** Everything that is known of an entry, by name and value. Fields without a value are left out. */
export function EntryFacts({ details: { entry, member, coupon } }: { details: EntryDetails }) {
  const t = useTranslations("entries");
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const amounts = useAmounts();
  const { branch, logTypeId } = entry;
  const channel = CHANNELS.find((name) => CHANNEL[name] === entry.channelId);
  const isLeft = entry.remainingPoints > 0 && (isRefunded(entry) || entry.refundableUntil !== null);
  const isLeftToReturn = entry.remainingPoints > 0 && isReturned(entry);
  return (
    <div className="grid gap-5">
      <FactList>
        <Fact name={t("drawer.balanceAfter")}>
          <Points value={entry.balanceAfter} />
        </Fact>
        {entry.value !== 0 && (
          <Fact name={t("drawer.value")}>
            <Money value={entry.value} />
          </Fact>
        )}
        {entry.value !== 0 && (
          <Fact name={t("drawer.rate")}>
            {t("drawer.rateOf", { points: amounts.points(Number(entry.factor)), money: amounts.money(1) })}
          </Fact>
        )}
        {entry.referralPoints > 0 && (
          <Fact name={t("drawer.referralBonus")}>
            <Points value={entry.referralPoints} isSigned />
          </Fact>
        )}
        {entry.suspendedPoints !== 0 && (
          <Fact name={t("drawer.suspended")}>
            <Points value={entry.suspendedPoints} isSigned />
          </Fact>
        )}
        {entry.aside?.kind === "pending" && (
          <Fact name={t("drawer.usableFrom")}>
            <Day value={entry.aside.usableFrom} />
          </Fact>
        )}
        {entry.aside?.kind === "hold" && (
          <Fact name={t(`drawer.hold.${entry.aside.state}`)}>
            <DateTime value={entry.aside.until} />
          </Fact>
        )}
        {logTypeId === LOG_TYPE.reward && movedPoints(entry) > 0 && (
          <Fact name={t("drawer.expires")}>
            {entry.expiresOn === null ? t("drawer.neverExpires") : <Day value={entry.expiresOn} />}
          </Fact>
        )}
        {isLeft && (
          <Fact name={t("drawer.leftToRefund")}>
            <Points value={entry.remainingPoints} /> (<Money value={entry.remainingValue} />)
          </Fact>
        )}
        {isLeftToReturn && (
          <Fact name={t("drawer.leftToReturn")}>
            <Points value={entry.remainingPoints} /> (<Money value={entry.remainingValue} />)
          </Fact>
        )}
        {entry.returnableUntil !== null && (
          <Fact name={t("drawer.returnableUntil")}>
            <Day value={entry.returnableUntil} />
          </Fact>
        )}
        {entry.refundableUntil !== null && (
          <Fact name={t("drawer.refundableUntil")}>
            <Day value={entry.refundableUntil} />
          </Fact>
        )}
        {entry.cancellableUntil !== null && (
          <Fact name={t("drawer.cancellableUntil")}>
            <Day value={entry.cancellableUntil} />
          </Fact>
        )}
      </FactList>
      <FactList>
        {coupon && (
          <Fact name={t("drawer.coupon")}>
            <bdi>{inLanguage(coupon.title)}</bdi> <Code>{printedCouponNumber(coupon.number)}</Code>
          </Fact>
        )}
        {member && (
          <Fact name={t("drawer.member")}>
            <Code>{member}</Code>
          </Fact>
        )}
        {entry.approvedBy !== null && (
          <Fact name={t("drawer.approvedBy")}>
            <bdi>{entry.approvedBy}</bdi>
          </Fact>
        )}
        {entry.repeatsEntryId !== null && (
          <Fact name={t("drawer.repeats")}>
            <Code>{String(entry.repeatsEntryId)}</Code>
          </Fact>
        )}
        <Fact name={t("drawer.when")}>
          <DateTime value={entry.createdAt} />
        </Fact>
        {branch && (
          <Fact name={t("drawer.branch")}>
            <bdi>{nameOf(branch)}</bdi>
          </Fact>
        )}
        <Fact name={t("drawer.by")}>
          <EntryActor by={entry.by} />
        </Fact>
        {channel !== undefined && <Fact name={t("drawer.channel")}>{t(`channels.${channel}`)}</Fact>}
        <Fact name={t("drawer.wallet")}>
          <Link
            href={`/wallets/${entry.wallet.id}`}
            className="font-medium text-accent underline underline-offset-4"
          >
            <Code>{entry.wallet.walletCode}</Code>
          </Link>
        </Fact>
        {/* The portal's own references are for machines: people name the receipt. */}
        {entry.by.kind !== "portal" && <CodeFact name={t("drawer.reference")} code={entry.reference} />}
        <CodeFact name={t("drawer.invoice")} code={entry.invoiceNumber} />
        {entry.invoiceDate !== null && (
          <Fact name={t("drawer.invoiceDate")}>
            <DateTime value={entry.invoiceDate} />
          </Fact>
        )}
        <CodeFact name={t("drawer.sku")} code={entry.skuId} />
        {entry.comment && (
          <Fact name={t("drawer.comment")}>
            <span dir="auto">{entry.comment}</span>
          </Fact>
        )}
      </FactList>
    </div>
  );
}

function FactList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-xl border border-line px-4">{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-6 py-2">
      <dt className="shrink-0 pt-0.5 text-ink-soft text-sm">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  );
}

function CodeFact({ name, code }: { name: string; code: string | null }) {
  return code ? (
    <Fact name={name}>
      <Code>{code}</Code>
    </Fact>
  ) : null;
}
