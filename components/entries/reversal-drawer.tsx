"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useEarlyEnter } from "@/components/kit/use-early-enter";
import type { OperationRequest } from "@/components/operations/record";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Code, Points } from "@/components/ui/format";
import { useWallet } from "@/components/wallet/use-wallet";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { Posted, QuoteRequest } from "@/lib/areas/till/schemas";
import { ActFact, ActPlace, ActProgress, QuoteBox } from "./act-parts";
import { EntryBill } from "./entry-bill";
import { kindOf } from "./kinds";
import { type QuotedAct, useQuotedAct } from "./use-quoted-act";
import { useReason } from "./use-reason";

/** Acts that undo an entry or a part of it. */
export type ReversalName = "refund" | "return" | "cancel";

export interface ReversalProps {
  /** As it was when the dialog was opened. */
  entry: PortalEntry;
  branch: PortalBranch;
  /** The choice of another act on the same entry, above the form. */
  otherActs?: ReactNode;
  onClose: () => void;
  /** At the till: the next step after it is done, in place of closing. */
  onNext?: (() => void) | undefined;
  /** Told once it is done. */
  onActed?: (() => void) | undefined;
}

type Target = "branchId" | "walletCode" | "entryId";
/** The part of an entry that is asked about: empty for all that remains; null while the form has none. */
export type ReversalPart = { points?: number; value?: number } | null;

/** Quote and confirmation of a reversal; `confirm` gets the request without its entry and part. */
export function useReversal<Name extends ReversalName>(
  name: Name,
  { entry, branch, onActed }: ReversalProps,
  { part = {}, onDone }: { part?: ReversalPart; onDone?: ((posted: Posted) => void) | undefined },
) {
  const { data: wallet } = useWallet(entry.wallet.id);
  const target = {
    ...{ branchId: branch.id, walletCode: entry.wallet.walletCode, entryId: entry.id },
    ...part,
  };
  const act = useQuotedAct(name, {
    asked: part && ({ operation: name, ...target } as QuoteRequest),
    balance: wallet?.balance ?? entry.balanceAfter,
    facts: { walletId: entry.wallet.id, walletName: wallet?.profile.name ?? null },
    isRefusalNews: part !== null && Object.keys(part).length === 0,
    onDone: (posted) => {
      onActed?.();
      onDone?.(posted);
    },
  });
  const confirm = (rest: Omit<OperationRequest<Name>, Target>) =>
    act.confirm({ ...rest, ...target } as unknown as OperationRequest<Name>);
  return { ...act, name, isAsked: part !== null, confirm };
}

interface DrawerProps extends ReversalProps {
  act: Omit<QuotedAct, "confirm"> & { name: ReversalName; isAsked: boolean };
  /** Above the quote. */
  lead: ReactNode;
  /** A void has to name one of them, and says more where it is "other". */
  reasons: readonly { id: string; label: string }[];
  /** Beside the note. */
  slip?: ReactNode;
  confirmLabel: string;
  /** Sentence that says the outcome; absent where the caller says it. */
  said?: ((posted: Posted) => string) | undefined;
  /** The outcome that the quote promises. */
  quoted: (possible: Extract<QuotedAct["quoted"], { outcome: "possible" }>) => ReactNode;
  onConfirm: (rest: { comment: string | undefined }) => void;
}

/** The panel of a reversal: quote, the act's own fields, place and progress; afterwards the new balance and the receipt. */
export function ReversalDrawer({
  act,
  entry,
  branch,
  otherActs,
  lead,
  reasons,
  slip,
  confirmLabel,
  said,
  quoted,
  onConfirm,
  onClose,
  onNext,
}: DrawerProps) {
  const t = useTranslations("entries");
  const formId = useId();
  const { name, state } = act;
  const reason = useReason({ isNeeded: name === "cancel" }, reasons);
  const isAnswered = !act.isAsked || (act.quote.data !== undefined && !act.quote.isPlaceholderData);
  const earlyEnter = useEarlyEnter({ isReady: act.quoted !== null, isAnswered });
  const title = t(`acts.${name}Of`, {
    kind: t(`kinds.${kindOf(entry.logTypeId)}`),
    number: String(entry.id),
  });
  if (state.status === "done" && said !== undefined)
    return <ActDone {...{ title, onClose, onNext }} said={said(state.posted)} posted={state.posted} />;
  return (
    <Drawer
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t("acts.close")}</Button>
          <Button
            type="submit"
            form={formId}
            variant={name === "cancel" ? "danger" : "primary"}
            isDisabled={act.quoted === null}
            isPending={act.isOnItsWay}
          >
            {act.isApprovalNeeded ? t("acts.haveApproved") : confirmLabel}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        noValidate
        className="grid gap-4"
        {...earlyEnter}
        onSubmit={(event) => {
          event.preventDefault();
          reason.check((comment) => onConfirm({ comment }));
        }}
      >
        <EntryBill entry={entry} />
        {otherActs}
        {lead}
        <QuoteBox quote={act.quote} isAsked={act.isAsked}>
          {quoted}
        </QuoteBox>
        {reason.fieldsWith(slip, act.isOnItsWay)}
        <ActPlace branch={branch} entry={entry} />
        <ActProgress operation={act} />
      </Form>
      {act.approval}
    </Drawer>
  );
}

interface QuotedChangeProps {
  label: string;
  points: number;
  balanceAfter: number;
  /** Behind the points. */
  beside?: ReactNode;
  children?: ReactNode;
}

/** The points that move, the new balance, and notices about them. */
export function QuotedChange({ label, points, balanceAfter, beside, children }: QuotedChangeProps) {
  const t = useTranslations("entries.acts");
  const tone = points < 0 ? "text-danger" : points > 0 ? "text-success" : "";
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2 rounded-xl bg-sunken px-4 py-3">
        <ActFact name={label}>
          <Points value={points} isSigned className={tone} /> {beside}
        </ActFact>
        <ActFact name={t("newBalance")}>
          <Points value={balanceAfter} />
        </ActFact>
      </dl>
      {children}
    </div>
  );
}

interface ActDoneProps {
  title: string;
  said: string;
  posted: Posted;
  onClose: () => void;
  onNext?: (() => void) | undefined;
}

/** The act is done: new balance, and the receipt. */
function ActDone({ title, said, posted: { entry, wallet }, onClose, onNext }: ActDoneProps) {
  const t = useTranslations("entries.acts");
  return (
    <Drawer
      onClose={onClose}
      title={title}
      actions={
        <>
          <PrintReceiptButton entryId={entry.id} />
          <Button variant="primary" autoFocus onPress={onNext ?? onClose}>
            {t(onNext ? "next" : "close")}
          </Button>
        </>
      }
    >
      <p role="status" className="flex items-center gap-3 font-semibold text-lg">
        <CircleCheck aria-hidden className="size-8 shrink-0 text-success" />
        {said}
      </p>
      <dl className="mt-4 grid gap-2">
        <ActFact name={t("newBalance")}>
          <Points value={wallet.balance} className="text-2xl" />
        </ActFact>
        <ActFact name={t("entry")}>
          <Code>{String(entry.id)}</Code>
        </ActFact>
      </dl>
    </Drawer>
  );
}
