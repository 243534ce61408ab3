"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { EditorForm } from "@/components/kit/editor-form";
import { refusalToast } from "@/components/kit/refusal";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { OfferState } from "@/components/offers/offer-state";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskDeal } from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useDuplicateDeal } from "./deal-acts";
import { DEAL_DATE_FIELDS } from "./deal-form";
import { DealFormFields } from "./deal-form-fields";
import { DealInterestCard } from "./deal-interest";
import { DealViews } from "./deal-views";
import { DealWarnings } from "./deal-warnings";
import { DeleteDealDialog } from "./delete-dialog";
import { FieldValue } from "./field-value";
import { MoveDialog } from "./move-dialog";
import { PublishDialog } from "./publish-dialog";
import { type DealEdit, type EditorProps, useDealEdit } from "./use-deal-edit";

/** Writes a deal: a new one, or with `dealId` one that there is. `now` is the server's time. */
export function DealEditor({ dealId, now }: { dealId: number | null; now: string }) {
  const t = useTranslations("errors");
  const { textOf } = useErrorText();
  const deal = useQuery({
    ...ask(api.deskOne, { params: { dealId: dealId ?? 0 } }),
    refetchOnWindowFocus: true,
    enabled: dealId !== null,
  });
  const choices = useQuery({ ...ask(api.deskChoices), refetchOnWindowFocus: true });
  const error = deal.error ?? choices.error;
  if (choices.data !== undefined && (dealId === null || deal.data !== undefined))
    return <Editor key={dealId} present={deal.data ?? null} choices={choices.data} now={now} />;
  if (error === null) return <DealEditorSkeleton />;
  return (
    <ErrorState
      headingLevel={1}
      title={t("couldNotLoad")}
      onRetry={() => {
        void choices.refetch();
        if (dealId !== null) void deal.refetch();
      }}
    >
      {textOf(error)}
    </ErrorState>
  );
}

/** The form is looked at as one that is published: it says what it lacks. */
const PUBLISHED = { publication: { startsNow: false } };

/** A dialog over the editor: a move of the deal, or its deletion. */
type Opened = DealMove | "delete";

function Editor({ present, choices, now }: EditorProps) {
  const t = useTranslations("deals.desk");
  const edit = useDealEdit({ present, choices, now });
  const { record, fields, merchantId } = edit;
  const [opened, setOpened] = useState<Opened | null>(null);
  const { titleEn, titleAr } = fields;
  const untitled = t(record === null ? "new" : "untitled");
  const name = useInLanguage()({ en: titleEn || titleAr || untitled, ar: titleAr });
  const isOver = record?.state === "ended";
  const shown = { form: fields, deal: record, merchantId, choices };
  return (
    <>
      <UnsavedGuard isDirty={edit.isDirty} />
      <EditorHead deal={record} name={name} />
      {isOver && (
        <Notice kind="info" className="mb-5">
          {t("isOver")}
        </Notice>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <EditorForm
          editor={edit}
          label={name}
          className="flex min-w-0 flex-col gap-5"
          describe={(field, form) => ({
            label: t(`fields.${field}`),
            value: <FieldValue {...{ field, form, choices }} />,
          })}
        >
          <DealFormFields edit={edit} choices={choices} isDisabled={isOver} />
          <DealWarnings {...shown} />
          <EditorActs edit={edit} onOpen={setOpened} />
        </EditorForm>
        <div className="grid gap-5 xl:sticky xl:top-22">
          <DealViews {...shown} />
          {record && !record.isDeletable && <DealInterestCard interest={(present ?? record).interest} />}
        </div>
      </div>
      {opened && <EditorDialog {...{ edit, name, opened }} onClose={() => setOpened(null)} />}
    </>
  );
}

function EditorActs({
  edit: { record, isDirty, isPending, check },
  onOpen,
}: {
  edit: DealEdit;
  onOpen: (opened: Opened) => void;
}) {
  const t = useTranslations("deals.desk");
  const tMoves = useTranslations("offers.moves");
  const isDraft = record === null || record.state === "draft";
  return (
    <div
      data-action-bar
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-2 gap-y-1.5 border-line border-t bg-canvas px-4 py-3 max-md:bottom-16 sm:gap-3"
    >
      <p role="status" className="min-w-0 flex-1 basis-full text-ink-soft text-sm empty:hidden sm:basis-40">
        {isDirty ? t("unsavedChanges") : record && t("allSaved")}
      </p>
      {record?.isDeletable && (
        <Button variant="quiet" isDisabled={isPending} onPress={() => onOpen("delete")}>
          {t("deletion.ask")}
        </Button>
      )}
      {record?.moves.map(
        (id) =>
          id !== "publish" && (
            <Button key={id} isDisabled={isDirty} onPress={() => onOpen(id)}>
              {tMoves(id)}
            </Button>
          ),
      )}
      {record?.state === "ended" ? (
        <CopyButton deal={record} />
      ) : (
        <Button
          type="submit"
          variant={isDraft ? "secondary" : "primary"}
          isPending={isPending}
          isDisabled={record !== null && !isDirty}
        >
          {record === null ? t("saveDraft") : t("save")}
        </Button>
      )}
      {isDraft && (
        <Button
          variant="primary"
          isDisabled={isPending}
          onPress={() => check(() => onOpen("publish"), DEAL_DATE_FIELDS, PUBLISHED)}
        >
          {t("publish")}
        </Button>
      )}
    </div>
  );
}

function EditorDialog({
  edit: { record, fields, isDirty, change, submit },
  name,
  opened,
  onClose,
}: {
  edit: DealEdit;
  name: string;
  opened: Opened;
  onClose: () => void;
}) {
  const navigation = useNavigation();
  if (opened === "publish")
    return (
      <PublishDialog
        name={name}
        dates={fields}
        isUnsaved={record === null || isDirty}
        onPublish={async ({ startsNow, ...dates }) => {
          onClose();
          change(dates);
          submit({ publication: { startsNow } });
        }}
        onClose={onClose}
      />
    );
  if (record === null) return null;
  const deal = { ...record, name };
  if (opened !== "delete") return <MoveDialog {...{ deal, onClose }} move={opened} />;
  return (
    <DeleteDealDialog
      {...{ deal, onClose }}
      onDeleted={() => navigation.push("/manage/deals", { isAgreed: true })}
    />
  );
}

function CopyButton({ deal }: { deal: DeskDeal }) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const { textOf } = useErrorText();
  const duplicate = useDuplicateDeal();
  return (
    <Button
      variant="primary"
      isPending={duplicate.isPending}
      onPress={() =>
        duplicate.mutate(deal.id, {
          onSuccess: ({ id }) => navigation.push(`/manage/deals/${id}`),
          onError: (error) => toast(refusalToast(error, textOf(error))),
        })
      }
    >
      {t("duplicate")}
    </Button>
  );
}

function EditorHead({ deal, name }: { deal: DeskDeal | null; name: string }) {
  const t = useTranslations("deals.desk");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="mb-5">
      <BackLink href="/manage/deals">{t("back")}</BackLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words font-semibold text-2xl outline-none">
          <bdi>{name}</bdi>
        </h1>
        {deal && <OfferState state={deal.state} />}
      </div>
      {deal?.lastChange && (
        <p className="mt-1 text-ink-soft text-sm">
          {deal.lastChange.by === null
            ? t("lastChangeByService")
            : t("lastChange", { name: deal.lastChange.by })}{" "}
          <DateTime value={deal.lastChange.at} />
        </p>
      )}
    </header>
  );
}

function DealEditorSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-5 h-24 w-80" />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-[40rem] w-full rounded-2xl" />
        <Skeleton className="h-96 w-full rounded-3xl" />
      </div>
    </Loading>
  );
}
