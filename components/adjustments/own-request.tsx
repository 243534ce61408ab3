"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActButton } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/format";
import { adjustments as api } from "@/lib/areas/adjustments/contract";
import { useNames } from "./use-names";

/** In the row of a record: the people whom the reader's own request about it waits for, and the way to take it back. */
export function OwnRequest({ area, id }: { area: string; id?: number }) {
  const t = useTranslations("desk.ownRequest");
  const namesOf = useNames();
  const { user } = useMe();
  const { data } = useQuery({ ...ask(api.own), enabled: may(user, api.own) });
  const recordId = id === undefined ? null : String(id);
  const asked = data?.requests.find((one) => one.area === area && one.recordId === recordId);
  if (asked === undefined) return null;
  const [soonest] = asked.deciders;
  const able = asked.deciders.filter(({ from }) => from === null);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <Status tone="warning" icon={Hourglass}>
        {able.length > 0
          ? t("waits", { names: namesOf(able) })
          : soonest?.from == null
            ? t("waitsForNobody")
            : t.rich("waitsFrom", {
                name: namesOf([soonest]),
                at: () => <DateTime value={soonest.from ?? ""} />,
              })}
      </Status>
      <ActButton
        size="small"
        variant="quiet"
        act={api.withdraw}
        asked={{ params: { adjustmentId: asked.id } }}
        said={t("withdrawn")}
      >
        {t("withdraw")}
      </ActButton>
    </span>
  );
}
