"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTimeZone, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ask } from "@/components/kit/contract";
import { OFFLINE_TEXTS, type PortalError } from "@/components/kit/error";
import { showFirstProblem } from "@/components/kit/first-problem";
import { doWhenCalm } from "@/components/kit/idle";
import { changedFields } from "@/components/kit/merge";
import { UnsavedGuard } from "@/components/kit/unsaved-guard";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DealDeskChoices, DealFields, DeskDeal, Publication } from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/portal/acts/deal-states";
import { useDuplicateDeal, useSaveDeal } from "./deal-acts";
import { DEAL_FORM_FIELDS, type DealField, type DealForm, dealFormOf, emptyDealForm } from "./deal-form";
import { DealInterestCard } from "./deal-interest";
import { DealStateBadge } from "./deal-state";
import { DealWarnings } from "./deal-warnings";

const DealPreview = lazyPart(async () => (await import("./deal-preview")).DealPreview, {
  whileLoading: <Skeleton className="h-96 rounded-2xl" />,
});
const DealFormFields = lazyPart(async () => (await import("./deal-form-fields")).DealFormFields, {
  whileLoading: <Skeleton className="h-120 rounded-2xl" />,
});

/** What knows a deal from a draft is not needed before something is written. */
const loadCheck = async () => (await import("./check-deal")).checkDealForm;
type CheckDeal = Awaited<ReturnType<typeof loadCheck>>;

const ConflictPanel = lazyPart(async () => (await import("./conflict-panel")).ConflictPanel);
const DeleteDealDialog = lazyPart(async () => (await import("./delete-dialog")).DeleteDealDialog);
const MoveDialog = lazyPart(async () => (await import("./move-dialog")).MoveDialog);
const PublishDialog = lazyPart(async () => (await import("./publish-dialog")).PublishDialog);

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

interface EditorProps {
  /** As it is kept now, which may be newer than what is being edited; null for a new one. */
  present: DeskDeal | null;
  choices: DealDeskChoices;
  now: string;
}

function Editor({ present, choices, now }: EditorProps) {
  const t = useTranslations("deals.desk");
  const edit = useDealEdit({ present, choices, now });
  const { base, form, isDirty, theirs, save } = edit;
  const formElement = useRef<HTMLFormElement>(null);
  const [move, setMove] = useState<Exclude<DealMove, "publish"> | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const navigation = useNavigation();
  const name = useInLanguage()({ en: form.titleEn || t("new"), ar: form.titleAr });
  const isOver = base?.state === "ended";
  const isDraft = base === null || base.state === "draft";
  // What is wrong is marked with the next drawing of the page.
  const onProblem = () => requestAnimationFrame(() => void showFirstProblem(formElement.current));
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <EditorHead deal={base} name={name} />
      {theirs && base && (
        <ConflictPanel
          key={theirs.version}
          base={dealFormOf(base)}
          mine={form}
          theirs={theirs}
          choices={choices}
          onResolve={(resolved) => edit.rebase(theirs, resolved)}
        />
      )}
      {isOver && (
        <Notice kind="info" className="mb-5">
          {t("isOver")}
        </Notice>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          ref={formElement}
          noValidate
          aria-label={name}
          className="flex min-w-0 flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            edit.submit({ onProblem });
          }}
        >
          <DealFormFields edit={edit} choices={choices} isDisabled={isOver} />
          <DealWarnings form={form} deal={base} merchantId={edit.merchantId} choices={choices} />
          {base && !base.isDeletable && <DealInterestCard interest={(present ?? base).interest} />}
          {edit.error && !theirs && !isPublishing && (
            <Notice kind="danger" isAnnounced>
              {edit.error}
            </Notice>
          )}
          <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-2 gap-y-1.5 border-line border-t bg-canvas px-4 py-3 max-md:bottom-16 sm:gap-3">
            <p
              role="status"
              className="min-w-0 flex-1 basis-full text-ink-soft text-sm empty:hidden sm:basis-40"
            >
              {isDirty ? t("unsavedChanges") : base && t("allSaved")}
            </p>
            {base?.isDeletable && (
              <Button variant="quiet" isDisabled={save.isPending} onPress={() => setDeleting(true)}>
                {t("deletion.ask")}
              </Button>
            )}
            {base?.moves.map(
              (id) =>
                id !== "publish" && (
                  <Button key={id} isDisabled={isDirty} onPress={() => setMove(id)}>
                    {t(`moves.${id}`)}
                  </Button>
                ),
            )}
            {isOver ? (
              <CopyButton deal={base} />
            ) : (
              <>
                <Button
                  type="submit"
                  variant={isDraft ? "secondary" : "primary"}
                  isPending={save.isPending}
                  isDisabled={theirs !== null || (base !== null && !isDirty)}
                >
                  {base === null ? t("saveDraft") : t("save")}
                </Button>
                {isDraft && (
                  <Button
                    variant="primary"
                    isDisabled={theirs !== null || save.isPending}
                    onPress={() => edit.check({ onReady: () => setPublishing(true), onProblem })}
                  >
                    {t("publish")}
                  </Button>
                )}
              </>
            )}
          </div>
        </form>
        <div className="xl:sticky xl:top-22">
          <DealPreview form={form} merchantId={edit.merchantId} choices={choices} />
        </div>
      </div>
      {isPublishing && (
        <PublishDialog
          name={name}
          dates={form}
          isUnsaved={base === null || isDirty}
          isPending={save.isPending}
          error={save.error}
          onPublish={({ startsNow, ...dates }) =>
            edit.submit({
              dates,
              publication: { startsNow },
              onSaved: () => setPublishing(false),
              onProblem: (error) => {
                // What the dialog does not ask about is mended behind it.
                if (error?.code === "conflict" || hasOtherProblem(error)) setPublishing(false);
                onProblem();
              },
            })
          }
          onClose={() => setPublishing(false)}
        />
      )}
      {move && base && (
        <MoveDialog
          deal={{ ...base, name }}
          move={move}
          onClose={() => setMove(null)}
          onMoved={(moved) => edit.rebase(moved, dealFormOf(moved))}
        />
      )}
      {isDeleting && base && (
        <DeleteDealDialog
          deal={{ id: base.id, version: base.version, name }}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigation.push("/manage/deals", { isAgreed: true })}
        />
      )}
    </>
  );
}

interface Submission {
  /** In place of those in the form. */
  dates?: Pick<DealFields, "startDate" | "endDate" | "expiryDate">;
  /** Publishes it in the same act. */
  publication?: Publication;
  onSaved?: () => void;
  onProblem: (error: PortalError | null) => void;
}

function isDateField(field: string): boolean {
  return field === "startDate" || field === "endDate" || field === "expiryDate";
}

/** Whether something is refused that the dialog for publishing does not ask about. */
function hasOtherProblem(error: PortalError | null): boolean {
  return Object.keys(error?.fields ?? {}).some((field) => !isDateField(field));
}

export type DealEdit = ReturnType<typeof useDealEdit>;

/** What is being written, against what was read; what is wrong with it; and its saving. */
function useDealEdit({ present, choices, now }: EditorProps) {
  const t = useTranslations("deals.desk");
  const navigation = useNavigation();
  const zone = useTimeZone() ?? "UTC";
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { merchant } = useMe();
  const [empty] = useState(() => emptyDealForm(now, zone));
  const [base, setBase] = useState(present);
  const [form, setForm] = useState<DealForm>(base === null ? empty : dealFormOf(base));
  const [chosenMerchant, setMerchant] = useState(merchant?.id ?? choices.merchants[0]?.id ?? null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const save = useSaveDeal();
  const isDirty = changedFields(base === null ? empty : dealFormOf(base), form).length > 0;
  const isNewer = present !== null && base !== null && present.version > base.version;
  const rebase = (deal: DeskDeal, resolved: DealForm) => {
    setBase(deal);
    setForm(resolved);
    save.reset();
  };
  // Somebody else changed it, and nothing of one's own is in the way.
  if (isNewer && !isDirty) rebase(present, dealFormOf(present));
  const [checker, setChecker] = useState<{ checkDeal: CheckDeal } | null>(null);
  useEffect(() => {
    void doWhenCalm([async () => setChecker({ checkDeal: await loadCheck() })]);
  }, []);
  const problems = checker?.checkDeal(form).problems ?? null;
  /** Null, and said so, where there is no connection to fetch it by. */
  const readyCheck = async (): Promise<CheckDeal | null> => {
    const checkDeal = await loadCheck().catch(() => null);
    if (checkDeal === null) toast({ kind: "problem", title: inLanguage(OFFLINE_TEXTS) });
    else setChecker({ checkDeal });
    return checkDeal;
  };
  const refusal = save.error;
  const problemOf = (field: DealField): string | undefined => {
    const found = Object.entries({ ...refusal?.fields, ...problems }).find(
      ([path]) => path === field || path.startsWith(`${field}.`),
    );
    return found && (touched.has(field) || refusal !== null) ? inLanguage(found[1]) : undefined;
  };
  /** Marks what is wrong; goes on when nothing is but dates, which the dialog asks for. */
  const check = async ({ onReady, onProblem }: { onReady: () => void; onProblem: () => void }) => {
    const checkDeal = await readyCheck();
    if (checkDeal === null) return;
    const wrong = Object.keys(checkDeal(form).problems ?? {}).filter((field) => !isDateField(field));
    if (wrong.length === 0) return onReady();
    setTouched(new Set(DEAL_FORM_FIELDS));
    onProblem();
  };
  const submit = async ({ dates, publication, onSaved, onProblem }: Submission) => {
    const checkDeal = await readyCheck();
    if (checkDeal === null) return;
    setTouched(new Set(DEAL_FORM_FIELDS));
    const sent = checkDeal({ ...form, ...dates }).fields;
    if (sent === null) return onProblem(null);
    if (base !== null && !isDirty && publication === undefined) return;
    const target = base ?? { merchantId: chosenMerchant ?? 0 };
    save.mutate(
      { target, fields: sent, publication },
      {
        onSuccess: (saved) => {
          setBase(saved);
          setForm(dealFormOf(saved));
          const done = base === null ? t("draftSaved") : t("saved");
          toast({ kind: "success", title: publication ? t(`moved.${saved.state}`) : done });
          if (base === null) navigation.replace(`/manage/deals/${saved.id}`, { isAgreed: true });
          onSaved?.();
        },
        onError: onProblem,
      },
    );
  };
  return {
    base,
    form,
    isDirty,
    isStarted: base?.isStarted ?? false,
    merchantId: base?.merchantId ?? chosenMerchant,
    theirs: isNewer && isDirty ? present : null,
    error: refusal === null ? null : textOf(refusal),
    save,
    check: (asked: Parameters<typeof check>[0]) => void check(asked),
    submit: (asked: Submission) => void submit(asked),
    rebase,
    problemOf,
    change: (changes: Partial<DealForm>) => {
      setForm((known) => ({ ...known, ...changes }));
      setTouched((known) => new Set([...known, ...Object.keys(changes)]));
    },
    changeMerchant: (merchantId: number) => {
      setMerchant(merchantId);
      // Branches are their merchant's.
      setForm((known) => ({ ...known, branchIds: [] }));
    },
  };
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
          onError: (error) => toast({ kind: "problem", title: textOf(error) }),
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
      <Link
        href="/manage/deals"
        className="-ms-2 inline-flex min-h-10 items-center gap-1 rounded-lg px-2 text-ink-soft hover:bg-hover hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        {t("back")}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words font-semibold text-2xl outline-none">
          <bdi>{name}</bdi>
        </h1>
        {deal && <DealStateBadge state={deal.state} />}
      </div>
      {deal?.lastChange && (
        <p className="mt-1 text-ink-soft text-sm">
          {t("lastChange", { name: deal.lastChange.by ?? t("conflict.somebody") })}{" "}
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
