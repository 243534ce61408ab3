"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { LastMoment } from "@/components/kit/last-moment";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { DateTime } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { Promotion, Promotions } from "@/lib/areas/promotions/schemas";
import { LookBackResult } from "./look-back";
import { fieldsOf, isByItems } from "./promotion-fields";
import { useRuleSentence } from "./use-rule-sentence";

/** Before it is published: what it does, what it would have given on the bills of the last days, and what it may cost at most. */
export function PublishDialog({
  promotion,
  known,
  onClose,
}: {
  promotion: Promotion;
  known: Promotions;
  onClose: () => void;
}) {
  const t = useTranslations("promotions");
  const tOffers = useTranslations("offers");
  const nameOf = useNameOf();
  const sentence = useRuleSentence(known);
  const { startsAt, endsAt } = promotion;
  const [isAhead] = useState(() => new Date(startsAt) > new Date());
  const past = useQuery(ask(api.lookBack, { body: fieldsOf(promotion) }));
  return (
    <ActConfirm
      title={tOffers("moveTitles.publish", { name: nameOf(promotion) })}
      confirmLabel={tOffers("moves.publish")}
      act={api.move}
      asked={{ params: { promotionId: promotion.id }, body: { version: promotion.version, move: "publish" } }}
      said={t("moved")}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>{sentence(promotion)}</p>
        <p className="font-medium">
          {isAhead
            ? t.rich("publishBetween", {
                date: () => <DateTime value={startsAt} style="date" />,
                last: () => <LastMoment end={endsAt} />,
              })
            : t("publishNow")}
        </p>
        <QueryState query={past} loading={<Skeleton className="h-40 w-full" />}>
          {(data) => <LookBackResult past={data} isByItems={isByItems(promotion)} />}
        </QueryState>
      </div>
    </ActConfirm>
  );
}
