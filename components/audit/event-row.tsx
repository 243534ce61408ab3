"use client";

import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantName } from "@/components/merchants/merchant-choice";
import { Badge } from "@/components/ui/badge";
import { Code, DateTime } from "@/components/ui/format";
import type { ShownEvent } from "@/lib/areas/audit/event-schemas";
import { useEventWords } from "./event-words";

/** One event: what, who, when, and from where. */
export function EventRow({ event }: { event: ShownEvent }) {
  const t = useTranslations("security");
  const words = useEventWords();
  const inLanguage = useInLanguage();
  const { merchant } = useMe();
  const merchantName = useMerchantName();
  const { user, subject, branch, client, ipAddress, device } = event;
  const facts: [name: string | null, value: ReactNode][] = [
    [t("address"), ipAddress && <Code>{ipAddress}</Code>],
    [t("device"), device && <bdi>{device}</bdi>],
    [t("branch"), branch && <bdi>{inLanguage(branch)}</bdi>],
    [t("client"), client && <bdi>{client}</bdi>],
    [t("merchant"), merchant === null && event.merchantId && <bdi>{merchantName(event.merchantId)}</bdi>],
    ...Object.entries(event.details).map(([name, value]): [string | null, ReactNode] => [
      words.detail(name),
      <bdi key={name}>{words.value(value)}</bdi>,
    ]),
  ];
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 max-sm:grid-cols-1 sm:px-5">
      <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {words.kind(event.kind)}
        {subject?.name && <bdi className="min-w-0 break-words font-normal">{inLanguage(subject.name)}</bdi>}
        {event.isGrave && (
          <Badge tone="danger">
            <ShieldAlert aria-hidden className="size-4" />
            {t("grave")}
          </Badge>
        )}
      </h2>
      <DateTime value={event.at} className="text-ink-soft text-sm" />
      <p className="text-ink-soft text-sm sm:col-span-2">
        <bdi>{user?.name ?? t(event.kind.startsWith("state.") ? "service" : "nobody")}</bdi>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm sm:col-span-2">
        {facts
          .filter(([name, value]) => name !== null && value)
          .map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt>{name}:</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}
