"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { RowSkeletons } from "@/components/kit/paged-list";
import { QueryState } from "@/components/kit/query-state";
import { MenuRow } from "@/components/shell/menu-row";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { wallets } from "@/lib/areas/wallets/contract";
import { EnrolForm } from "./enrol-form";

/** Opens wallets, one customer after the other. */
export function EnrolPage() {
  const t = useTranslations("wallets.desk.enrol");
  const settings = useQuery(ask(wallets.settings));
  const [opened, setOpened] = useState<{ id: number; walletCode: string } | null>(null);
  return (
    <>
      <BackToFirstHour />
      <PageHead title={t("title")} lead={t("lead")} />
      <MenuRow menu="wallets" />
      {opened ? (
        <Opened {...opened} onAnother={() => setOpened(null)} />
      ) : (
        <QueryState loading={<RowSkeletons className="h-16" />} query={settings}>
          {(known) => (
            <EnrolForm settings={known} onRefresh={() => void settings.refetch()} onDone={setOpened} />
          )}
        </QueryState>
      )}
    </>
  );
}

/** For an operator who came from the first hour: the way back. */
function BackToFirstHour() {
  const t = useTranslations("wallets.desk.enrol");
  if (useSearchParams().get("back") !== "first-hour") return null;
  return <BackLink href="/manage/merchants/first-hour">{t("backToFirstHour")}</BackLink>;
}

function Opened({ id, walletCode, onAnother }: { id: number; walletCode: string; onAnother: () => void }) {
  const t = useTranslations("wallets.desk.enrol");
  return (
    <Card className="mx-auto max-w-xl text-center">
      <CircleCheck aria-hidden className="mx-auto size-12 text-success" />
      <div role="status" className="mt-3">
        <h2 className="font-semibold text-xl">{t("doneTitle")}</h2>
      </div>
      <p className="my-4">
        <Code className="font-semibold text-3xl">{walletCode}</Code>
      </p>
      <p className="text-ink-soft">{t("doneText")}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton href={`/wallets/${id}`}>{t("open")}</LinkButton>
        <Button variant="primary" onPress={onAnother} autoFocus>
          {t("another")}
        </Button>
      </div>
    </Card>
  );
}
