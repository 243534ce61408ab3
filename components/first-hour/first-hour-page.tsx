"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-queue";
import { firstHour as api } from "@/lib/areas/firsthour/contract";
import { FirstHour } from "./first-hour";

/** The first hour of a programme. */
export function FirstHourPage() {
  const t = useTranslations("firstHour");
  const { textOf } = useErrorText();
  const { data } = useQuery(ask(api.firstHour));
  const putAway = useSend(api.putAwayFirstHour);
  const isOver = data?.done.includes("reward") ?? true;
  return (
    <>
      <p className="mb-2">
        <Link
          href="/manage/merchants"
          className="-ms-2 inline-flex min-h-10 items-center gap-1 rounded-lg px-2 text-ink-soft hover:bg-hover hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
          {t("back")}
        </Link>
      </p>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          data &&
          !isOver && (
            <Button
              isPending={putAway.isPending}
              onPress={() =>
                putAway.mutate(
                  { body: { isDismissed: !data.isDismissed } },
                  {
                    onSuccess: ({ isDismissed }) =>
                      toast({ kind: "info", title: t(isDismissed ? "putAwayDone" : "takenUpDone") }),
                    onError: (error) => toast({ kind: "problem", title: textOf(error) }),
                  },
                )
              }
            >
              {t(data.isDismissed ? "takeUp" : "putAway")}
            </Button>
          )
        }
      />
      <FirstHour />
    </>
  );
}
