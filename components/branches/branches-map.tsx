"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { PlaceMap } from "@/components/kit/map/place-map";
import type { PagesResult } from "@/components/kit/query";
import { useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import type { ManagedBranch, page } from "@/lib/areas/branches/record";

/** All branches that meet the list's filters, on a map; pressing a pin says which one it is and leads to its form. */
export function BranchesMap({
  query,
  onEdit,
}: {
  query: PagesResult<typeof page>;
  onEdit: (branch: ManagedBranch) => void;
}) {
  const t = useTranslations("branches");
  const nameOf = useNameOf();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const branches = query.data?.pages.flatMap((page) => page.branches) ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // A map of some of them would say that the others are nowhere.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const chosen = branches.find(({ id }) => id === chosenId);
  const pins = branches.flatMap(({ id, latitude, longitude, isActive, ...names }) =>
    latitude === null || longitude === null
      ? []
      : [{ id, latitude, longitude, name: nameOf(names), isFaint: !isActive }],
  );
  const missing = branches.length - pins.length;
  return (
    <div className="mb-5">
      <PlaceMap label={t("onMap")} pins={pins} onPick={setChosenId} />
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1">
          {chosen ? (
            <bdi className="font-medium">{nameOf(chosen)}</bdi>
          ) : (
            <span className="text-ink-soft text-sm">{t("onMapHint")}</span>
          )}
        </p>
        {chosen && (
          <Button
            size="small"
            aria-label={t("editOf", { name: nameOf(chosen) })}
            onPress={() => onEdit(chosen)}
          >
            {t("edit")}
          </Button>
        )}
        {missing > 0 && <p className="text-ink-faint text-sm">{t("withoutPlace", { count: missing })}</p>}
      </div>
    </div>
  );
}
