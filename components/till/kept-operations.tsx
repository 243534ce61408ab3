"use client";

import { CircleCheck, CircleSlash, CloudUpload, LoaderCircle, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { useSinglePress } from "@/components/kit/use-single-press";
import type { OperationRecord } from "@/components/operations/record";
import { type KeptOperations as Kept, useKeptOperations } from "@/components/operations/use-kept-operations";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-queue";
import { useAmounts } from "@/components/wallet/use-amounts";
import { movedPoints } from "@/lib/areas/entries/words";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";
import { offerToTill, type TillOffer } from "./till-offer";

const SettleSale = lazyPart(async () => (await import("./settle-sale")).SettleSale);

/**
 * Operations that this device keeps: without a certain or seen outcome, rewards that wait for the connection, and those of other users.
 * Stands on every page, so that none of it can be overlooked.
 */
export function KeptOperations() {
  const t = useTranslations("till.kept");
  const amounts = useAmounts();
  const kept = useKeptOperations(({ entry, wallet }) =>
    toast({
      kind: "success",
      title: t("sent", {
        points: amounts.points(movedPoints(entry)),
        customer: wallet.profile.name ?? wallet.walletCode,
      }),
    }),
  );
  const { settled, unresolved, queued, others } = kept;
  const press = useSinglePress();
  if (!kept.areGone && settled.length + unresolved.length + queued.length + others.length === 0) return null;
  return (
    <section
      aria-label={t("title")}
      aria-live="polite"
      className="mb-6 divide-y divide-line rounded-2xl border border-line-strong bg-surface shadow-card print:hidden"
    >
      {kept.areGone && (
        <Row
          icon={<CircleSlash aria-hidden className="text-danger" />}
          title={t("gone")}
          actions={
            <Button size="small" variant="primary" onPress={kept.acknowledgeGone}>
              {t("acknowledge")}
            </Button>
          }
        >
          <p className="text-danger text-sm">{t("goneText")}</p>
        </Row>
      )}
      {settled.map((record) => (
        <Settled
          key={record.reference}
          record={record}
          press={press}
          onAcknowledge={() => kept.acknowledge(record)}
        />
      ))}
      {unresolved.map((record) => (
        <Unresolved key={record.reference} record={record} onAsk={() => kept.askNow(record)} />
      ))}
      {queued.length > 0 && <Queued records={queued} />}
      {others.map((other) => (
        <Others key={other.userId} other={other} />
      ))}
    </section>
  );
}

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

function Row({ icon, title, actions, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <span className="mt-0.5 shrink-0 [&_svg]:size-5">{icon}</span>
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** Operation, customer and time. */
function What({ record }: { record: OperationRecord }) {
  const t = useTranslations("till.kept");
  const amounts = useAmounts();
  const { facts, request, createdAt } = record;
  const what =
    record.operation === "reward" || record.operation === "redeem" || record.operation === "bill"
      ? t(`operations.${record.operation}`, { money: amounts.money(record.request.value) })
      : t(`operations.${record.operation}`);
  return (
    <p className="text-ink-soft text-sm">
      {what}
      {" · "}
      {t("of", {
        customer: facts.walletName ?? request.walletCode,
        time: amounts.dateTime(createdAt),
      })}
      {facts.walletName !== null && (
        <>
          {" · "}
          <Code>{request.walletCode}</Code>
        </>
      )}
    </p>
  );
}

interface SettledProps {
  record: OperationRecord;
  press: (act: () => void) => void;
  onAcknowledge: () => void;
}

function Settled({ record, press, onAcknowledge }: SettledProps) {
  const t = useTranslations("till.kept");
  const inLanguage = useInLanguage();
  const amounts = useAmounts();
  const [isSettling, setSettling] = useState(false);
  const { outcome } = record;
  if (outcome === null) return null;
  const isPosted = outcome.kind === "posted";
  // The customer has gone: the sale stays until its points are given, or the cashier removes it.
  const isSale = outcome.kind === "refused" && record.operation === "reward";
  return (
    <Row
      icon={
        isPosted ? (
          <CircleCheck aria-hidden className="text-success" />
        ) : (
          <CircleSlash aria-hidden className="text-danger" />
        )
      }
      title={t(outcome.kind)}
      actions={
        <>
          {isPosted && <PrintReceiptButton entryId={outcome.entryId} size="small" />}
          {!isPosted && !isSale && <Again {...{ record, press, onAcknowledge }} />}
          {isSale ? (
            <Button size="small" variant="primary" onPress={() => setSettling(true)}>
              {t("settle")}
            </Button>
          ) : (
            <Button size="small" variant="primary" onPress={() => press(onAcknowledge)}>
              {t("acknowledge")}
            </Button>
          )}
        </>
      }
    >
      <What record={record} />
      {isPosted && (
        <p className="text-sm">
          {t("points", {
            points: amounts.points(outcome.points),
            balance: amounts.points(outcome.balanceAfter),
          })}
        </p>
      )}
      {outcome.kind === "refused" && <p className="text-danger text-sm">{inLanguage(outcome.texts)}</p>}
      {isSettling && (
        <SettleSale record={record} onRemove={onAcknowledge} onClose={() => setSettling(false)} />
      )}
    </Row>
  );
}

/** The way to do it once more, which is a new operation with everything that belongs to one. */
function Again({ record, press, onAcknowledge }: SettledProps) {
  const t = useTranslations("till.kept");
  const navigation = useNavigation();
  return (
    <Button
      size="small"
      onPress={() =>
        press(() => {
          onAcknowledge();
          offerToTill(offerOf(record));
          navigation.push("/till");
        })
      }
    >
      {t("again")}
    </Button>
  );
}

/** The same bill of the same customer, or the entry that was to be given back, taken back or voided. */
function offerOf(record: OperationRecord): TillOffer {
  if ("entryId" in record.request) return { code: `${RECEIPT_PREFIX}${record.request.entryId}` };
  const { operation, request } = record as Exclude<OperationRecord, { request: { entryId: number } }>;
  const { walletCode, value, invoiceNumber = "" } = request;
  const draft = { value, invoiceNumber };
  if (operation !== "bill") return { code: walletCode, draft: { mode: operation, ...draft } };
  const { coupons, redeem: pays = null } = request;
  return { code: walletCode, draft: { mode: "reward", ...draft, coupons, pays } };
}

function Unresolved({ record, onAsk }: { record: OperationRecord; onAsk: () => void }) {
  const t = useTranslations("till.kept");
  const inLanguage = useInLanguage();
  const { trouble } = record;
  return (
    <Row
      icon={<LoaderCircle aria-hidden className="animate-spin text-warning" />}
      title={t(trouble === null ? "unresolved" : "trouble")}
      actions={
        <Button size="small" onPress={onAsk}>
          {t("ask")}
        </Button>
      }
    >
      <What record={record} />
      {trouble && <p className="text-danger text-sm">{inLanguage(trouble.texts)}</p>}
    </Row>
  );
}

function Queued({ records }: { records: readonly OperationRecord[] }) {
  const t = useTranslations("till.kept");
  const inLanguage = useInLanguage();
  // A sale that the service cannot record is told of unasked.
  const [isOpen, setShown] = useState<boolean>();
  const isShown = isOpen ?? records.some(({ trouble }) => trouble !== null);
  return (
    <Row
      icon={<CloudUpload aria-hidden className="text-warning" />}
      title={t("queued", { count: records.length })}
      actions={
        <Button size="small" aria-expanded={isShown} onPress={() => setShown(!isShown)}>
          {t(isShown ? "hide" : "show")}
        </Button>
      }
    >
      {isShown && (
        <ol className="mt-1 grid gap-1">
          {records.map((record) => (
            <li key={record.reference}>
              <What record={record} />
              {record.trouble && <p className="text-danger text-sm">{inLanguage(record.trouble.texts)}</p>}
            </li>
          ))}
        </ol>
      )}
    </Row>
  );
}

function Others({ other: { userName, count } }: { other: Kept["others"][number] }) {
  const t = useTranslations("till.kept");
  return (
    <Row
      icon={<UserRound aria-hidden className="text-ink-soft" />}
      title={t("others", { count, name: userName })}
    />
  );
}
