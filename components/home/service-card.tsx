"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code, DateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import type { Home } from "@/lib/areas/home/schemas";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A copy that is older is told as a fault. */
const OLD_AFTER_DAYS = 2;

/** Tells operators of the last copy of the database, of rows without a cause, and of addresses for troubles: all is well where all of it is. */
export function ServiceCard({ service, readAt }: { service: NonNullable<Home["service"]>; readAt: string }) {
  const t = useTranslations("home.service");
  const { lastBackup, isWell, isAnybodyTold, troubles, backupCommand } = service;
  const age = lastBackup === null ? null : Date.parse(readAt) - Date.parse(lastBackup.at);
  const isFresh = age !== null && age < OLD_AFTER_DAYS * DAY_MS;
  const isSafe = isFresh && lastBackup?.isOnSameDisk === false;
  const isAllWell = isWell && isSafe && isAnybodyTold && troubles.length === 0;
  return (
    <Card title={t("title")}>
      <div className="grid gap-3">
        <Troubles troubles={troubles} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Status tone={isSafe ? "success" : "warning"} icon={isSafe ? CircleCheck : TriangleAlert}>
            {t("backup")}
          </Status>
          {lastBackup === null ? (
            <span>{t("noBackup")}</span>
          ) : (
            <span>
              <DateTime value={lastBackup.at} /> · {t(lastBackup.isProved ? "proved" : "notProved")}
            </span>
          )}
          {isFresh && !isSafe && <span>{t("sameDisk")}</span>}
          {!isSafe && (
            <Code>{lastBackup?.isOnSameDisk ? `${backupCommand} --to /elsewhere` : backupCommand}</Code>
          )}
        </p>
        {!isAnybodyTold && <NobodyTold />}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Status tone={isWell ? "success" : "danger"} icon={isWell ? CircleCheck : TriangleAlert}>
            {t(isAllWell ? "well" : isWell ? "changes" : "notWell")}
          </Status>
          <span>{t(isWell ? "wellText" : "notWellText")}</span>
        </p>
      </div>
    </Card>
  );
}

function Troubles({ troubles }: { troubles: NonNullable<Home["service"]>["troubles"] }) {
  const t = useTranslations("home.service");
  const inLanguage = useInLanguage();
  return troubles.map(({ textEn, textAr, since }) => (
    <div key={`${since} ${textEn}`} className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone="danger" icon={TriangleAlert}>
          {t("trouble")}
        </Status>
        <span>
          {t("since")} <DateTime value={since} />
        </span>
      </p>
      <p className="wrap-break-word">{inLanguage({ en: textEn, ar: textAr })}</p>
    </div>
  ));
}

function NobodyTold() {
  const t = useTranslations("home.service");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status tone="warning" icon={TriangleAlert}>
        {t("toldNobody")}
      </Status>
      <span>{t("toldNobodyText")}</span>
      <LinkButton href="/manage/programme" size="small">
        {t("toldOpen")}
      </LinkButton>
    </p>
  );
}
