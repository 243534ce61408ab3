"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useWeighed } from "@/components/kit/second-person-note";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { consentOf, noPaper, PaperFields } from "@/components/wallet/paper-fields";
import { wallets } from "@/lib/areas/wallets/contract";
import type { NotJoinedFilter } from "@/lib/wallet/join";

/** Makes many customers take part who agreed on paper: how many they are, and what proves it. */
export function JoinManyDialog({
  filter,
  onDone,
  onClose,
}: {
  filter: Omit<NotJoinedFilter, "ids"> & { ids?: number[] };
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("wallets.desk.joinMany");
  const format = useFormatter();
  const language = useLanguage();
  const [paper, setPaper] = useState(() => noPaper(language));
  const counted = useQuery({ ...ask(wallets.notJoined, { body: filter }), gcTime: 0 });
  const { data: settings } = useQuery(ask(wallets.settings));
  const [join, note] = useWeighed(wallets.joinMany);
  const dayProblem = useErrorText().fieldTextOf(join.error, "agreedOn");
  const consent = settings ? consentOf(paper, settings.consent) : null;
  const count = counted.data?.customers ?? 0;
  return (
    <Dialog
      title={t("title")}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          isDisabled={consent === null || count === 0}
          isPending={join.isPending}
          onPress={() =>
            consent &&
            counted.data &&
            join.mutate(
              { body: { ...filter, paper: consent, counted: counted.data } },
              {
                onSuccess: ({ joined }) => {
                  toast({ kind: "success", title: t("done", { count: joined }) });
                  onDone?.();
                  onClose();
                },
                onError: ({ code }) => {
                  if (code === "conflict") void counted.refetch();
                },
              },
            )
          }
        >
          {t("join", { count })}
        </Button>
      }
    >
      <QueryState query={counted} loading={<Skeleton className="h-40" />}>
        {({ customers, points }) => (
          <div className="grid gap-4">
            <p>{t("counted", { count: customers, points: format.number(points) })}</p>
            <p className="text-ink-soft">{t("withdrawn")}</p>
            {customers > 0 && settings && (
              <PaperFields {...{ words: settings.consent, value: paper, dayProblem, onChange: setPaper }} />
            )}
            {note}
            <Refusal error={join.error} />
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}
