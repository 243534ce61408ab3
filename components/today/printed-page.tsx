"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { QueryState } from "@/components/kit/query-state";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { PAPERS, type Paper, usePageRule } from "./sheet";

/** A sheet as it will be printed, read anew for the print. `scope` stands before the paper, `file` beside the button. */
export function PrintedPage<Data>({
  title,
  back,
  query,
  scope,
  file,
  children,
}: {
  title: string;
  back: string;
  query: UseQueryResult<Data>;
  scope?: ReactNode;
  file?: ReactNode;
  children: (data: Data, paper: { ref: Ref<HTMLElement>; paper: Paper }) => ReactNode;
}) {
  const t = useTranslations("today.report");
  const [paper, setPaper] = useState<Paper>("a4");
  const sheet = useRef<HTMLElement>(null);
  usePageRule(paper, sheet);
  const printNow = async () => {
    const { isError } = await query.refetch();
    if (isError) toast({ kind: "problem", title: t("refreshFailed") });
    else requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={title}
          actions={
            <LinkButton href={back}>
              <ArrowLeft aria-hidden className="me-2 size-[1.15em] rtl:-scale-x-100" />
              {t("back")}
            </LinkButton>
          }
        />
        <div className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
          {scope}
          <RadioGroup
            label={t("paper")}
            options={PAPERS.map((id) => ({ id, label: t(id) }))}
            value={paper}
            onChange={setPaper}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" icon={Printer} isDisabled={query.data === undefined} onPress={printNow}>
              {t("print")}
            </Button>
            {file}
          </div>
        </div>
      </div>
      <QueryState query={query} loading={<Skeleton className="mx-auto h-150 max-w-[190mm]" />}>
        {(data) => children(data, { ref: sheet, paper })}
      </QueryState>
    </>
  );
}
