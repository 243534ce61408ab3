"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText } from "@/components/kit/use-language";
import { useSinglePress } from "@/components/kit/use-single-press";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { TextField } from "@/components/ui/text-field";
import { radar as api } from "@/lib/areas/radar/contract";
import type { RadarPerson } from "@/lib/areas/radar/schemas";

/** The person's own mobile numbers, which the radar compares with those of wallets. Shown by their last digits. */
export function OwnNumbers({
  userId,
  numbers,
}: {
  userId: number;
  numbers: NonNullable<RadarPerson["numbers"]>;
}) {
  const t = useTranslations("radar");
  const { fieldTextOf } = useErrorText();
  const press = useSinglePress();
  const [typed, setTyped] = useState("");
  const params = { userId };
  const change = useSend(api.numbers);
  const fieldText = fieldTextOf(change.error, "msisdn");
  return (
    <Card title={t("numbers")} description={t("numbersText")} className="print:hidden">
      <Refusal error={fieldText === undefined ? change.error : null} />
      <ul className="mb-4 grid gap-2 empty:hidden">
        {numbers.map(({ id, masked }) => (
          <li key={id} className="flex items-center gap-3">
            <Code>{masked}</Code>
            <Button
              size="small"
              icon={Trash2}
              isDisabled={change.isPending}
              onPress={() => press(() => change.mutate({ params, body: { remove: id } }))}
            >
              {t("removeNumber")}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t("number")}
          className="flex-1 basis-52"
          isCode
          inputMode="tel"
          value={typed}
          onChange={setTyped}
          errorMessage={fieldText}
        />
        <Button
          isPending={change.isPending}
          isDisabled={typed.trim() === ""}
          onPress={() => change.mutate({ params, body: { add: typed } }, { onSuccess: () => setTyped("") })}
        >
          {t("addNumber")}
        </Button>
      </div>
    </Card>
  );
}
