"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { ReportDetails, ReportEntriesQuery } from "@/lib/areas/reports/schemas";
import { BarList } from "./bar-list";
import { PictureFrame } from "./chart-frame";
import { Cohorts } from "./cohorts-card";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { type Asked, BOTH, Hours, KIND_NAMES, KINDS, type Kind } from "./hours-card";

("use client");

("use client");

/** At which hours customers come, of which tier they are, and who comes back. */
export function DetailsCards({ asked }: { asked: Asked }) {
  const t = useTranslations("reports");
  const query = useQuery(
    ask(
      api.details,
      { query: asked },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.behind ? 5_000 : 60_000),
      },
    ),
  );
  return (
    <QueryState query={query} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {(details) => (
        <div
          aria-busy={query.isPlaceholderData}
          className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity aria-busy:opacity-60"
        >
          {details.behind > 0 && <Notice kind="info">{t("detailsBehind", { count: details.behind })}</Notice>}
          <Hours hours={details.hours} asked={asked} />
          <Tiers tiers={details.tiers} asked={asked} />
          <Cohorts cohorts={details.cohorts} asked={asked} />
        </div>
      )}
    </QueryState>
  );
}

type Tier = ReportDetails["tiers"][number];

function Tiers({ tiers, asked }: { tiers: ReportDetails["tiers"]; asked: Asked }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const of = ({ kinds }: Tier, kind: Kind) => kinds.find(({ logTypeId }) => logTypeId === KINDS[kind]);
  const hrefOf = ({ tier }: Tier, kind?: Kind) => {
    const kinds = kind === undefined ? BOTH : String(KINDS[kind]);
    return entriesAddress({ ...asked, tierId: tier.id, kinds } satisfies ReportEntriesQuery);
  };
  const column = (kind: Kind, sum: "points" | "entries"): Column<Tier> => ({
    id: `${kind} ${sum}`,
    header: t(`tiers.${kind}_${sum}`),
    isNumeric: true,
    cell: (tier) => <Points value={of(tier, kind)?.[sum] ?? 0} isBare />,
  });
  return (
    <PictureFrame
      title={t("tiers.title")}
      description={t("tiers.description")}
      nothing={t("nothing")}
      picture={
        tiers.length === 0 ? null : (
          <BarList
            hasBefore={false}
            series={[
              { name: t("measures.issued"), colour: "accent" },
              { name: t("measures.redeemed"), colour: "warning" },
            ]}
            rows={tiers.map((found) => ({
              key: found.tier.id,
              text: nameOf(found.tier),
              bars: KIND_NAMES.map((kind) => ({
                value: of(found, kind)?.points ?? 0,
                before: null,
                href: hrefOf(found, kind),
              })),
            }))}
          />
        )
      }
      table={
        <Table<Tier>
          label={t("tiers.title")}
          rows={tiers}
          rowKey={({ tier }) => tier.id}
          columns={[
            {
              id: "tier",
              header: t("tiers.tier"),
              cell: (found) => (
                <EntriesLink href={hrefOf(found)}>
                  <bdi>{nameOf(found.tier)}</bdi>
                </EntriesLink>
              ),
            },
            column("reward", "points"),
            column("reward", "entries"),
            column("redemption", "points"),
            column("redemption", "entries"),
          ]}
        />
      }
    />
  );
}
