import { useTimeZone, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { OFFLINE_TEXTS, type PortalError } from "@/components/kit/error";
import { doWhenCalm } from "@/components/kit/idle";
import { changedFields } from "@/components/kit/merge";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { toast } from "@/components/ui/toast-queue";
import type { DealDeskChoices, DealFields, DeskDeal, Publication } from "@/lib/areas/deals/desk-schemas";
import { useSaveDeal } from "./deal-acts";

import { DEAL_FORM_FIELDS, type DealField, type DealForm, dealFormOf, emptyDealForm } from "./deal-form";

export type DealEdit = ReturnType<typeof useDealEdit>;

/** The draft of a deal beside the deal as it was read, with its problems and its saving. */
export function useDealEdit({ present, choices, now }: EditorProps) {
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
  // Another person changed the deal, and no change of one's own is in the way.
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

/** The code that compares a deal with its draft is loaded with the first change. */
export const loadCheck = async () => (await import("./check-deal")).checkDealForm;

export type CheckDeal = Awaited<ReturnType<typeof loadCheck>>;

export interface EditorProps {
  /** As it is kept now, which may be newer than what is being edited; null for a new one. */
  present: DeskDeal | null;
  choices: DealDeskChoices;
  now: string;
}

export interface Submission {
  /** In place of those in the form. */
  dates?: Pick<DealFields, "startDate" | "endDate" | "expiryDate">;
  /** Publishes it in the same act. */
  publication?: Publication;
  onSaved?: () => void;
  onProblem: (error: PortalError | null) => void;
}

export function isDateField(field: string): boolean {
  return field === "startDate" || field === "endDate" || field === "expiryDate";
}
