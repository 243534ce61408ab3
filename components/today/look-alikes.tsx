import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { kindOf } from "@/components/entries/kinds";
import { ask } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Code, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import { movedPoints } from "@/lib/areas/entries/words";
import { today as api } from "@/lib/areas/today/contract";
import type { LookAlikes as Groups } from "@/lib/areas/today/schemas";
import type { BranchAndDay } from "./address";

const TIME = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const;

/** Tells of entries that may be one sale sent twice, with the way to each of them: the first three, and all when asked for. */
export function LookAlikes({
  of: { branchId, day },
  first,
  onOpen,
}: {
  of: BranchAndDay;
  first: Groups;
  onOpen: (entryId: number) => void;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  const isCashier = useMe().user.role === "cashier";
  const [isAllWanted, setAllWanted] = useState(false);
  const all = useQuery({
    ...ask(api.lookAlikes, { params: { branchId }, query: { day } }),
    enabled: isAllWanted,
  });
  const shownAll = isAllWanted ? all.data : undefined;
  const { count, groups } = shownAll ?? first;
  if (first.count === 0) return null;
  return (
    <Notice kind="warning">
      <h2 className="font-semibold">{t("today.lookAlikeTitle", { count: first.count })}</h2>
      <p>{t(isCashier ? "today.lookAlikeTextCashier" : "today.lookAlikeText")}</p>
      {/* However many there are, the day itself stays within reach below them. */}
      <ul className={cx("mt-3 flex flex-col gap-3", shownAll && "max-h-96 overflow-auto p-1")}>
        {groups.map((group) => (
          <Group key={group.entries[0]?.id} group={group} onOpen={onOpen} />
        ))}
      </ul>
      {isAllWanted && all.isError && <p className="mt-3">{textOf(all.error)}</p>}
      {shownAll && count > groups.length && (
        <p className="mt-3">{t("today.lookAlikeNewest", { count: groups.length })}</p>
      )}
      {first.count > first.groups.length && (
        <Button
          size="small"
          className="mt-3"
          isPending={isAllWanted && all.isFetching && shownAll === undefined}
          onPress={() => (isAllWanted && all.isError ? void all.refetch() : setAllWanted(!isAllWanted))}
        >
          {shownAll ? t("today.lookAlikeFewer") : t("today.lookAlikeAll", { count })}
        </Button>
      )}
    </Notice>
  );
}

function Group({
  group: { count, entries },
  onOpen,
}: {
  group: Groups["groups"][number];
  onOpen: (entryId: number) => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const [first] = entries;
  if (first === undefined) return null;
  return (
    <li>
      <p>
        {t.rich("today.lookAlikeGroup", {
          kind: t(`entries.kinds.${kindOf(first.logTypeId)}`),
          points: () => <Points value={Math.abs(movedPoints(first))} />,
          wallet: () => <Code>{first.wallet.walletCode}</Code>,
        })}
      </p>
      <ul className="mt-1.5 flex flex-wrap items-center gap-2">
        {entries.map(({ id, createdAt }) => (
          <li key={id}>
            <Button size="small" onPress={() => onOpen(id)}>
              <span className="figures">
                {t("today.lookAlikeEntry", {
                  time: format.dateTime(new Date(createdAt), TIME),
                  number: String(id),
                })}
              </span>
            </Button>
          </li>
        ))}
        {count > entries.length && (
          <li className="text-sm">{t("today.lookAlikeMore", { count: count - entries.length })}</li>
        )}
      </ul>
    </li>
  );
}
