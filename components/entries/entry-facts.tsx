"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Facts } from "@/components/ui/fact";
import { Code, DateTime, Day, Money, Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { EntryDetails } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { isRefunded, isReturned } from "./entry-marks";
import { EntryActor } from "./entry-parts";

const CHANNELS = Object.keys(CHANNEL) as (keyof typeof CHANNEL)[];

/** Everything that is known of an entry, by name and value. Fields without a value are left out. */
export function EntryFacts({ details }: { details: EntryDetails }) {
  return (
    <div className="grid gap-5">
      <PointsFacts entry={details.entry} />
      <RecordFacts {...details} />
    </div>
  );
}

/** Points and money of the entry, and until when they can be given back. */
function PointsFacts({ entry }: Pick<EntryDetails, "entry">) {
  const t = useTranslations("entries.drawer");
  const amounts = useAmounts();
  const { value, factor, referralPoints, suspendedPoints, aside, remainingPoints } = entry;
  const isLeft = remainingPoints > 0 && (isRefunded(entry) || entry.refundableUntil !== null);
  const isReward = entry.logTypeId === LOG_TYPE.reward && movedPoints(entry) > 0;
  const left = (
    <>
      <Points value={remainingPoints} /> (<Money value={entry.remainingValue} />)
    </>
  );
  const rate = () => t("rateOf", { points: amounts.points(Number(factor)), money: amounts.money(1) });
  const day = (date: string | null) => date !== null && <Day value={date} />;
  return (
    <Facts
      of={{
        [t("balanceAfter")]: <Points value={entry.balanceAfter} />,
        [t("value")]: value !== 0 && <Money value={value} />,
        [t("rate")]: value !== 0 && rate(),
        [t("referralBonus")]: referralPoints > 0 && <Points value={referralPoints} isSigned />,
        [t("suspended")]: suspendedPoints !== 0 && <Points value={suspendedPoints} isSigned />,
        [t("usableFrom")]: aside?.kind === "pending" && day(aside.usableFrom),
        ...(aside?.kind === "hold" && { [t(`hold.${aside.state}`)]: <DateTime value={aside.until} /> }),
        [t("expires")]: isReward && entry.points > 0 && (day(entry.expiresOn) || t("neverExpires")),
        [t("leftToRefund")]: isLeft && left,
        [t("leftToReturn")]: remainingPoints > 0 && isReturned(entry) && left,
        [t("returnableUntil")]: day(entry.returnableUntil),
        [t("refundableUntil")]: day(entry.refundableUntil),
        [t("cancellableUntil")]: day(entry.cancellableUntil),
      }}
    />
  );
}

/** Time, place, person and numbers of the entry. */
function RecordFacts({ entry, member, coupon }: EntryDetails) {
  const t = useTranslations("entries");
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const { branch, by, comment, invoiceDate } = entry;
  const channel = CHANNELS.find((name) => CHANNEL[name] === entry.channelId);
  const code = (text: string | number | null | undefined) => text && <Code>{String(text)}</Code>;
  const issued = coupon && (
    <>
      <bdi>{inLanguage(coupon.title)}</bdi> {code(printedCouponNumber(coupon.number))}
    </>
  );
  const wallet = (
    <Link
      href={`/wallets/${entry.wallet.id}`}
      className="font-medium text-accent underline underline-offset-4"
    >
      {code(entry.wallet.walletCode)}
    </Link>
  );
  return (
    <Facts
      of={{
        [t("drawer.coupon")]: issued,
        [t("drawer.member")]: code(member),
        [t("drawer.approvedBy")]: entry.approvedBy !== null && <bdi>{entry.approvedBy}</bdi>,
        [t("drawer.repeats")]: code(entry.repeatsEntryId),
        [t("drawer.when")]: <DateTime value={entry.createdAt} />,
        [t("drawer.branch")]: branch && <bdi>{nameOf(branch)}</bdi>,
        [t("drawer.by")]: <EntryActor by={by} />,
        [t("drawer.channel")]: channel !== undefined && t(`channels.${channel}`),
        [t("drawer.wallet")]: wallet,
        // The portal's own references are for machines: people name the receipt.
        [t("drawer.reference")]: by.kind !== "portal" && code(entry.reference),
        [t("drawer.invoice")]: code(entry.invoiceNumber),
        [t("drawer.invoiceDate")]: invoiceDate !== null && <DateTime value={invoiceDate} />,
        [t("drawer.sku")]: code(entry.skuId),
        [t("drawer.comment")]: comment && <span dir="auto">{comment}</span>,
      }}
    />
  );
}
