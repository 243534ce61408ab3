"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantName } from "@/components/merchants/merchant-choice";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Code, DateTime } from "@/components/ui/format";
import { Pressable } from "@/components/ui/pressable";
import type { Act, AuditFilters } from "@/lib/areas/audit/schemas";
import { useActWords } from "./act-words";
import { Difference } from "./difference";

/** One act: a line that says what happened, and when it is opened what changed and where it came from. */
export function ActRow({ act, onFilter }: { act: Act; onFilter: (changes: AuditFilters) => void }) {
  const t = useTranslations("audit");
  const words = useActWords();
  const inLanguage = useInLanguage();
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const { subject, user } = act;
  return (
    <>
      <Pressable
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onPress={() => setOpen(!isOpen)}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-start -outline-offset-2 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:px-5"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{words.said(act)}</span>
            <Badge>{words.subject(subject.type)}</Badge>
            {subject.name && <bdi className="min-w-0 break-words">{inLanguage(subject.name)}</bdi>}
          </span>
          <span className="mt-0.5 block text-ink-soft text-sm">
            <bdi>{user?.name || t("system")}</bdi>
          </span>
        </span>
        <DateTime value={act.at} className="text-ink-soft text-sm max-sm:col-start-1 max-sm:row-start-2" />
        <ChevronDown
          aria-hidden
          className={cx("size-5 text-ink-faint transition-transform", isOpen && "rotate-180")}
        />
      </Pressable>
      <div id={detailsId} hidden={!isOpen} className="border-line border-t bg-page px-4 py-4 sm:px-5">
        {isOpen && (
          <>
            <Difference act={act} />
            <Origin act={act} />
            <div className="mt-4 flex flex-wrap gap-2">
              {user && (
                <Button size="small" onPress={() => onFilter({ who: user.id })}>
                  {t("sameUser")}
                </Button>
              )}
              <Button size="small" onPress={() => onFilter({ type: subject.type, subject: subject.id })}>
                {t("sameSubject")}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Where an act came from. */
function Origin({ act: { merchantId, ipAddress, requestId } }: { act: Act }) {
  const t = useTranslations("audit");
  const { merchant } = useMe();
  const merchantName = useMerchantName();
  const facts = [
    { name: t("from"), value: ipAddress },
    { name: t("request"), value: requestId },
  ];
  return (
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm">
      {merchant === null && (
        <div className="flex gap-1.5">
          <dt>{t("merchant")}:</dt>
          <dd>
            <bdi>{merchantName(merchantId)}</bdi>
          </dd>
        </div>
      )}
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt>{name}:</dt>
          <dd className="min-w-0">{value ? <Code className="break-all">{value}</Code> : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
