"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { LastMoment } from "@/components/kit/last-moment";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { CountBadge } from "@/components/ui/badge";
import { DateTime, Money, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import type { Need, NeedKind } from "@/lib/areas/home/schemas";
import { REQUEST_KINDS } from "@/lib/areas/privacy/words";
import { ALL_COMMANDS, type CommandId } from "@/lib/portal/commands";
import { mayOpen } from "@/lib/portal/may-open";

/** The page on which what waits is dealt with. */
const PLACES: Readonly<Record<NeedKind, CommandId>> = {
  approvals: "requests",
  reviews: "requests",
  webhooks: "webhooks",
  adjustments: "requests",
  ownRequests: "requests",
  newPeople: "staff",
  notJoined: "search",
  privacy: "privacy",
  alone: "audit",
  imports: "imports",
  lookAlikes: "today",
  clients: "clients",
  deals: "manageDeals",
  cases: "radar",
};
/** Filter of that page for the waiting ones. */
const FILTERS: Partial<Readonly<Record<NeedKind, string>>> = {
  adjustments: "?state=requested",
  ownRequests: "?state=requested",
  notJoined: "?joined=no",
  alone: "?alone=yes",
  cases: "?cases=open",
  deals: "?state=live&ends=week",
};

/** One kind of things that wait for the reader: how many there are, the first of them, and the way to the next step. */
export function NeedCard({ need }: { need: Need }) {
  const t = useTranslations("home");
  const { user } = useMe();
  const { kind, count } = need;
  // Of customers who have not joined the one line tells the points of all.
  const rest = kind === "notJoined" || kind === "alone" ? 0 : count - need.first.length;
  const place = ALL_COMMANDS.find(({ id }) => id === PLACES[kind]);
  const path = `${place?.path}${FILTERS[kind] ?? ""}`;
  // Requests of one's own wait for people who have no page of requests as well.
  const opens = mayOpen(user, place?.path ?? "");
  const Icon = place?.icon;
  const Line = LINES[kind] as ComponentType<{ item: Item }>;
  const addressOf = ADDRESSES[kind] as ((item: Item) => string) | undefined;
  return (
    <article className="flex h-full flex-col rounded-2xl border border-line bg-surface p-5 shadow-card">
      <h3 className="flex items-start gap-2.5 font-semibold">
        {Icon && <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />}
        <span className="min-w-0 flex-1">{t(`needs.${kind}`, { count })}</span>
        <CountBadge count={count} label={t("countOf", { count })} />
      </h3>
      <ul className="mt-3 grid flex-1 content-start gap-1">
        {need.first.map((item) => (
          <li key={"id" in item ? item.id : item.entryId}>
            {opens ? (
              <Link
                href={addressOf?.(item) ?? path}
                prefetch={false}
                className="wrap-break-word -mx-2 block rounded-lg px-2 py-1.5 text-sm hover:bg-hover"
              >
                <Line item={item} />
              </Link>
            ) : (
              <div className="wrap-break-word py-1.5 text-sm">
                <Line item={item} />
              </div>
            )}
          </li>
        ))}
        {rest > 0 && <li className="py-1.5 text-ink-soft text-sm">{t("more", { count: rest })}</li>}
      </ul>
      {opens && (
        <div className="mt-4">
          <LinkButton href={path} size="small">
            {t(`next.${kind}`)}
          </LinkButton>
        </div>
      )}
    </article>
  );
}

type ItemOf<Kind extends NeedKind> = Extract<Need, { kind: Kind }>["first"][number];
type Item = ItemOf<NeedKind>;

/** A first line, and what else is to be known of it in a smaller second one. */
function Lines({ first, children }: { first: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="block font-medium">{first}</span>
      <span className="block text-ink-soft">{children}</span>
    </>
  );
}

function HeldAtTill({
  item: { operation, value, points, askedBy, branch, expiresAt },
}: {
  item: ItemOf<"approvals" | "reviews">;
}) {
  const t = useTranslations();
  const nameOf = useNameOf();
  return (
    <Lines
      first={
        <>
          {t(`approvals.operations.${operation}`)} · <Money value={value} /> · <Points value={points} />
        </>
      }
    >
      <bdi>{askedBy}</bdi> · {branch && <bdi>{nameOf(branch)} · </bdi>}
      {t("home.until")} <DateTime value={expiresAt} />
    </Lines>
  );
}

/** An adjustment by its points, another request by its kind. */
function AskedFor({ item: { kind, direction, points } }: { item: ItemOf<"adjustments" | "ownRequests"> }) {
  const t = useTranslations("home.asked");
  if (kind !== "adjust" || points === null) return t(kind);
  return <Points value={direction === "down" ? -points : points} isSigned />;
}

function Adjustment({ item }: { item: ItemOf<"adjustments"> }) {
  const t = useTranslations("home");
  const { requestedBy, expiresAt } = item;
  return (
    <Lines first={<AskedFor item={item} />}>
      {t("by", { name: requestedBy.name })} · {t("until")} <DateTime value={expiresAt} />
    </Lines>
  );
}

function OwnRequest({ item }: { item: ItemOf<"ownRequests"> }) {
  const t = useTranslations("home");
  const { deciders, expiresAt } = item;
  return (
    <Lines first={<AskedFor item={item} />}>
      {deciders.length === 0 ? t("nobodyDecides") : t("decides", { names: deciders.join(", ") })} ·{" "}
      {t("until")} <DateTime value={expiresAt} />
    </Lines>
  );
}

function LateRequest({ item: { kind, person, dueOn } }: { item: ItemOf<"privacy"> }) {
  const t = useTranslations("home");
  const inLanguage = useInLanguage();
  return (
    <Lines first={inLanguage(REQUEST_KINDS[kind])}>
      <bdi>{person}</bdi> · {t("wasDue")} <DateTime value={`${dueOn}T12:00:00.000Z`} style="date" />
    </Lines>
  );
}

function NotJoined({ item: { points } }: { item: ItemOf<"notJoined"> }) {
  const t = useTranslations("home");
  return (
    <Lines first={t("cannotSpend")}>
      <Points value={points} />
    </Lines>
  );
}

function NewPerson({ item: { name, newUntil } }: { item: ItemOf<"newPeople"> }) {
  const t = useTranslations("home");
  return (
    <Lines first={<bdi>{name}</bdi>}>
      {t("smallLimits")} <DateTime value={newUntil} />
    </Lines>
  );
}

function Import({ item: { fileName, createdBy, lines } }: { item: ItemOf<"imports"> }) {
  const t = useTranslations("home");
  return (
    <Lines first={<bdi>{fileName}</bdi>}>
      {t("lines", { count: lines })} · {t("by", { name: createdBy })}
    </Lines>
  );
}

function Webhook({ item: { host, isActive, since } }: { item: ItemOf<"webhooks"> }) {
  const t = useTranslations("home");
  return (
    <Lines first={<bdi dir="ltr">{host}</bdi>}>
      {t(isActive ? "tried" : "givenUp")}
      {since !== null && (
        <>
          {" · "}
          {t("since")} <DateTime value={since} />
        </>
      )}
    </Lines>
  );
}

function Deal({ item: { titleEn, titleAr, endDate } }: { item: ItemOf<"deals"> }) {
  const inLanguage = useInLanguage();
  return <Ending name={inLanguage({ en: titleEn, ar: titleAr })} at={endDate} />;
}

function Client({ item: { name, endsAt } }: { item: ItemOf<"clients"> }) {
  return <Ending name={name} at={endsAt} />;
}

function Ending({ name, at }: { name: string; at: string }) {
  const t = useTranslations("home");
  return (
    <Lines first={<bdi>{name}</bdi>}>
      {t("ends")} <LastMoment end={at} />
    </Lines>
  );
}

function LookAlike({ item: { points, count, at, branch } }: { item: ItemOf<"lookAlikes"> }) {
  const t = useTranslations("home");
  const nameOf = useNameOf();
  return (
    <Lines
      first={
        <>
          <Points value={points} /> · {t("times", { count })}
        </>
      }
    >
      <bdi>{nameOf(branch)}</bdi> · <DateTime value={at} style="time" />
    </Lines>
  );
}

function Case({ item: { person, openedAt, isMine } }: { item: ItemOf<"cases"> }) {
  const t = useTranslations("home");
  return (
    <Lines first={<bdi>{person.name}</bdi>}>
      {t("opened")} <DateTime value={openedAt} style="date" />
      {isMine && ` · ${t("mine")}`}
    </Lines>
  );
}

const LINES: { [Kind in NeedKind]: ComponentType<{ item: ItemOf<Kind> }> } = {
  approvals: HeldAtTill,
  reviews: HeldAtTill,
  webhooks: Webhook,
  adjustments: Adjustment,
  ownRequests: OwnRequest,
  newPeople: NewPerson,
  notJoined: NotJoined,
  privacy: LateRequest,
  alone: () => null,
  imports: Import,
  lookAlikes: LookAlike,
  clients: Client,
  deals: Deal,
  cases: Case,
};

/** Where one of them is dealt with, when it has a place of its own on the page or beside it. */
const ADDRESSES: { [Kind in NeedKind]?: (item: ItemOf<Kind>) => string } = {
  adjustments: ({ id }) => `/requests?state=requested&act=${id}`,
  ownRequests: ({ id }) => `/requests?state=requested&act=${id}`,
  newPeople: ({ id }) => `/manage/staff?person=${id}`,
  lookAlikes: ({ entryId, branch }) => `/today?branchId=${branch.id}&entry=${entryId}`,
  clients: ({ id }) => `/manage/clients/${id}`,
  deals: ({ id }) => `/manage/deals/${id}`,
  cases: ({ person }) => `/reports/radar/${person.id}`,
};
