"use client";

import { type CalendarDate, parseDate, today } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { PaperLinks } from "@/components/kit/paper-links";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { DatePicker } from "@/components/ui/date-field";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { useFormatter } from "@/components/ui/use-formatter";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";

const DAY = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** Names coupons and points that customers still hold from these merchants, and the access that their stop ends. */
export function OpenThings({ merchantIds }: { merchantIds: readonly number[] }) {
  const t = useTranslations("merchants.leaving");
  const format = useFormatter();
  const query = useQuery({ ...ask(api.open, { query: { ids: merchantIds.join() } }), gcTime: 0 });
  return (
    <QueryState query={query} loading={<Skeleton className="h-28" />}>
      {({ offers, coupons, holds, pending, people, clients }) => (
        <div className="grid gap-1.5">
          <h3 className="font-semibold">{t("open")}</h3>
          <ul className="grid list-disc gap-1 ps-5">
            {coupons + holds.count + pending.count === 0 && <li>{t("nothing")}</li>}
            {coupons > 0 && <li>{t("coupons", { count: coupons })}</li>}
            {holds.count > 0 && (
              <li>{t("holds", { count: holds.count, points: format.number(holds.points) })}</li>
            )}
            {pending.count > 0 && (
              <li>{t("pending", { count: pending.count, points: format.number(pending.points) })}</li>
            )}
            {offers > 0 && <li>{t("offers", { count: offers })}</li>}
            {people + clients > 0 && <li>{t("people", { count: people, clients })}</li>}
          </ul>
        </div>
      )}
    </QueryState>
  );
}

/** The end of a merchant: its last day, what is open, and its statement. */
export function LeavingDialog({ merchant, onClose }: { merchant: ManagedMerchant; onClose: () => void }) {
  const t = useTranslations("merchants.leaving");
  const name = useNameOf()(merchant);
  const format = useFormatter();
  const { isActive, lastDay } = merchant;
  const until = lastDay === null ? t("today") : format.dateTime(new Date(lastDay), DAY);
  return (
    <Dialog onClose={onClose} title={t(isActive ? "title" : "ended", { name })}>
      <div className="grid gap-5">
        <p>{t(isActive ? "text" : "stoppedText")}</p>
        {isActive && <LastDayForm merchant={merchant} name={name} onClose={onClose} />}
        <OpenThings merchantIds={[merchant.id]} />
        <section className="grid gap-2">
          <h3 className="font-semibold">{t("statement")}</h3>
          <p className="text-ink-soft text-sm">{t("statementText", { day: until })}</p>
          <PaperLinks
            path={`manage/merchants/${merchant.id}/statement`}
            forms={["en", "ar", "xlsx", "csv"]}
          />
        </section>
      </div>
    </Dialog>
  );
}

function LastDayForm({
  merchant: { id, version, lastDay },
  name,
  onClose,
}: {
  merchant: ManagedMerchant;
  name: string;
  onClose: () => void;
}) {
  const t = useTranslations("merchants.leaving");
  const zone = useTimeZone() ?? "UTC";
  const format = useFormatter();
  const { fieldTextOf } = useErrorText();
  const { mutate, isPending, error } = useSend(api.setLastDay);
  const [day, setDay] = useState<CalendarDate | null>(
    lastDay === null ? null : parseDate(lastDay.slice(0, 10)),
  );
  const problem = fieldTextOf(error, "lastDay");
  const save = (chosen: string | null) =>
    mutate(
      { params: { merchantId: id }, body: { lastDay: chosen, version } },
      {
        onSuccess: () => {
          const title =
            chosen === null
              ? t("takenBack", { name })
              : t("saved", { name, day: format.dateTime(new Date(chosen), DAY) });
          toast({ kind: "success", title });
          onClose();
        },
      },
    );
  return (
    <div className="grid gap-3">
      <DatePicker
        label={t("lastDay")}
        description={t("zone")}
        value={day}
        onChange={setDay}
        minValue={today(zone)}
        errorMessage={problem}
      />
      <Refusal error={problem === undefined ? error : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={day === null}
          onPress={() => save(day?.toString() ?? null)}
        >
          {t("save")}
        </Button>
        {lastDay !== null && (
          <Button isPending={isPending} onPress={() => save(null)}>
            {t("takeBack")}
          </Button>
        )}
      </div>
    </div>
  );
}
