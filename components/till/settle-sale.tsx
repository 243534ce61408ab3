"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { useInLanguage } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import type { OperationRecord } from "@/components/operations/record";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
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
          <Notice
            kind="warning"
            isAnnounced
            actions={
              <Button size="small" variant="danger" onPress={onRemove}>
                {t("remove")}
              </Button>
            }
          >
            {t("removeText")}
          </Notice>
        ) : (
          <Button variant="quiet" onPress={() => setRemoving(true)}>
            {t("remove")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
