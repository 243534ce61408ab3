"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { RowSkeletons } from "@/components/kit/paged-list";
import { QueryState } from "@/components/kit/query-state";
import { useForms } from "@/components/kit/use-forms";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Code, DateTime, Points } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { movedPoints } from "@/lib/areas/entries/words";
import { holds as api } from "@/lib/areas/holds/contract";
import type { Hold } from "@/lib/areas/holds/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { decimalsOf } from "@/lib/platform/currency";

type Ending = "handOut" | "release";

/** The holds of a wallet: each is handed out at the branch where the reader works, or given back. */
export function HeldList({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("entries.holds");
  const { id, held } = wallet;
  const query = useQuery({ ...ask(api.holds, { params: { walletId: id } }), enabled: held > 0 });
  const { activeBranchId } = useMe();
  const { open, form } = useForms({
    rows: query.data?.holds,
    forms: {
      release: (hold: Hold, { close }) => <ReleaseDialog {...{ wallet, hold }} onClose={close} />,
      handOut: (hold, { close }) =>
        activeBranchId !== null && (
          <HandOutDialog {...{ wallet, hold }} branchId={activeBranchId} onClose={close} />
        ),
    },
  });
  return (
    <>
      {held === 0 ? (
        <p className="text-ink-soft">{t("none")}</p>
      ) : (
        <QueryState query={query} loading={<RowSkeletons className="h-12" />}>
          {({ holds }) => (
            <ul className="grid gap-3">
              {holds.map((hold) => (
                <HeldRow key={hold.id} hold={hold} onEnd={(act) => open(act, hold)} />
              ))}
            </ul>
          )}
        </QueryState>
      )}
      {form}
    </>
  );
}

function HeldRow({ hold, onEnd }: { hold: Hold; onEnd: (act: Ending) => void }) {
  const t = useTranslations("entries.holds");
  const nameOf = useNameOf();
  const { user, activeBranchId } = useMe();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line not-first:border-t not-first:pt-3">
      <span className="min-w-0">
        <span className="block">
          {t("heldUntil")} <DateTime value={hold.until} />
        </span>
        <span className="block text-ink-soft text-sm">
          {hold.branch && <bdi>{nameOf(hold.branch)}</bdi>}{" "}
          {hold.invoiceNumber !== null && <Code>{hold.invoiceNumber}</Code>}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <Points value={hold.points} className="font-medium" />
        {activeBranchId !== null && may(user, api.handOut) && (
          <Button
            size="small"
            aria-label={t("handOutOne", { number: String(hold.id) })}
            onPress={() => onEnd("handOut")}
          >
            {t("handOut")}
          </Button>
        )}
        {may(user, api.releaseHold) && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t("releaseOne", { number: String(hold.id) })}
            onPress={() => onEnd("release")}
          >
            {t("release")}
          </Button>
        )}
      </span>
    </li>
  );
}

interface EndProps {
  wallet: TillWallet;
  hold: Hold;
  onClose: () => void;
}

function HandOutDialog({ wallet, hold, branchId, onClose }: EndProps & { branchId: number }) {
  const t = useTranslations("entries.holds");
  const amounts = useAmounts();
  const [value, setValue] = useState<number | null | undefined>(hold.value);
  const [invoice, setInvoice] = useState(hold.invoiceNumber ?? "");
  const invoiceNumber = invoice.trim();
  return (
    <ActConfirm
      title={t("handOutTitle")}
      confirmLabel={t("handOut")}
      isReady={typeof value === "number" && value > 0 && value <= hold.value}
      act={api.handOut}
      asked={{
        params: { walletId: wallet.id, holdId: hold.id },
        body: {
          branchId,
          ...(value !== hold.value && { value: value ?? 0 }),
          ...(invoiceNumber !== "" && invoiceNumber !== hold.invoiceNumber && { invoiceNumber }),
        },
      }}
      said={({ entry }) => t("handedOut", { points: amounts.points(Math.abs(movedPoints(entry))) })}
      onClose={onClose}
    >
      <NumberField label={t("amount")} value={value} onChange={setValue} decimals={decimalsOf()} autoFocus />
      <TextField
        label={t("invoice")}
        value={invoice}
        onChange={setInvoice}
        maxLength={64}
        autoComplete="off"
        isCode
        className="mt-3"
      />
      <p className="mt-3 text-ink-soft">{t("handOutText", { money: amounts.money(hold.value) })}</p>
    </ActConfirm>
  );
}

function ReleaseDialog({ wallet, hold, onClose }: EndProps) {
  const t = useTranslations("entries.holds");
  const amounts = useAmounts();
  const points = amounts.points(hold.points);
  return (
    <ActConfirm
      title={t("releaseTitle")}
      confirmLabel={t("release")}
      act={api.releaseHold}
      asked={{ params: { walletId: wallet.id, holdId: hold.id } }}
      said={t("released", { points })}
      onClose={onClose}
    >
      <p>{t("releaseText", { points })}</p>
    </ActConfirm>
  );
}
