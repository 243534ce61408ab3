"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { programme as api } from "@/lib/areas/programme/contract";

const RUNNING_SECONDS = 2;

/** Traces of a clock that was ahead, and the act that puts them right; nothing where there are none. */
export function ClockCard() {
  const t = useTranslations("programme.clock");
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(
    ask(api.clock, {}, { follows: ({ data }) => data?.isRunning && RUNNING_SECONDS }),
  );
  if (data === undefined) return null;
  const { wallets, points, anchor, isRunning } = data;
  if (points === 0 && anchor === null && !isRunning) return null;
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={!isRunning && <Button onPress={() => setAsking(true)}>{t("act")}</Button>}
    >
      <ul className="list-disc ps-5">
        {points > 0 && <li>{t(isRunning ? "left" : "writtenOff", { points, wallets })}</li>}
        {anchor !== null && <li>{t("anchor", { number: anchor })}</li>}
      </ul>
      {isAsking && (
        <ActConfirm
          title={t("act")}
          confirmLabel={t("act")}
          act={api.putClockRight}
          asked={{}}
          said={() => t("begun")}
          onClose={() => setAsking(false)}
        >
          <p>{t("text")}</p>
        </ActConfirm>
      )}
    </Card>
  );
}
