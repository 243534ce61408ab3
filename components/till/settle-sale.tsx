"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import type { OperationRecord } from "@/components/operations/record";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { till as api } from "@/lib/areas/till/contract";
import { offerToTill } from "./till-offer";

interface SettleSaleProps {
  record: OperationRecord;
  onRemove: () => void;
  onClose: () => void;
}

/** A kept sale that was refused: the code is corrected, or the customer found otherwise, and the bill added; or the sale is removed. */
export function SettleSale({ record, onRemove, onClose }: SettleSaleProps) {
  const t = useTranslations("till.settle");
  const inLanguage = useInLanguage();
  const navigation = useNavigation();
  const amounts = useAmounts();
  const [text, setText] = useState(record.request.walletCode);
  const [isRemoving, setRemoving] = useState(false);
  if (record.operation !== "reward") return null;
  const { value, invoiceNumber = "" } = record.request;
  const find = () => {
    if (text.trim() === "") return;
    onClose();
    const draft = { mode: "reward", value, invoiceNumber } as const;
    offerToTill({ code: text.trim(), draft, settles: record.sequence });
    navigation.push("/till");
  };
  return (
    <Dialog size="small" onClose={onClose} title={t("title")}>
      <div className="grid gap-4">
        <p className="font-semibold text-lg">
          {t("sale", { money: amounts.money(value), time: amounts.dateTime(record.createdAt) })}
        </p>
        {record.outcome?.kind === "refused" && (
          <Notice kind="danger">{inLanguage(record.outcome.texts)}</Notice>
        )}
        <search>
          <Form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              find();
            }}
          >
            <TextField
              label={t("customer")}
              value={text}
              onChange={setText}
              name={ENTRY_SEARCH_FIELD}
              autoComplete="off"
              maxLength={64}
              isLarge
              autoFocus
            />
            <Button type="submit" variant="primary" size="large">
              {t("find")}
            </Button>
          </Form>
        </search>
        {isRemoving ? (
          <Removal
            sale={{ value, soldAt: record.createdAt, reference: record.reference }}
            onRemove={onRemove}
            onLeave={() => setRemoving(false)}
          />
        ) : (
          <Button variant="quiet" onPress={() => setRemoving(true)}>
            {t("remove")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const REASONS = ["done", "unknown", "mistake", "other"] as const;
const NOTE_LENGTH_MAX = 200;

/** The sale is given up for a reason, which the log has before the sale is off this device. */
function Removal({
  sale,
  onRemove,
  onLeave,
}: {
  sale: { value: number; soldAt: string; reference: string };
  onRemove: () => void;
  onLeave: () => void;
}) {
  const t = useTranslations("till.settle");
  const ui = useTranslations("ui");
  const { activeBranchId } = useMe();
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useSend(api.removeKept);
  const label = REASONS.find((one) => one === reason);
  const isNoteMissing = reason === "other" && note.trim() === "";
  const remove = () => {
    setTried(true);
    if (label === undefined || isNoteMissing || isPending) return;
    const words = [t(`reasons.${label}`), note.trim()].filter(Boolean).join(": ");
    mutate({ body: { ...sale, branchId: activeBranchId ?? 0, reason: words } }, { onSuccess: onRemove });
  };
  return (
    <Form
      noValidate
      className="grid gap-3 rounded-xl bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        remove();
      }}
    >
      <p className="font-medium">{t("removeText")}</p>
      <RadioGroup
        label={t("reason")}
        isLoose
        autoFocus
        options={REASONS.map((id) => ({ id, label: t(`reasons.${id}`) }))}
        value={reason}
        onChange={setReason}
        errorMessage={isTried && label === undefined ? t("missing") : undefined}
      />
      <TextField
        label={t("note")}
        value={note}
        onChange={setNote}
        maxLength={NOTE_LENGTH_MAX}
        errorMessage={isTried && isNoteMissing ? t("noteMissing") : undefined}
      />
      <Refusal error={error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" isPending={isPending}>
          {t("remove")}
        </Button>
        <Button onPress={onLeave}>{ui("cancel")}</Button>
      </div>
    </Form>
  );
}
