"use client";

import { FlaskConical, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Editor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { useOnlyOption } from "@/components/kit/use-only-option";
import { Checkbox } from "@/components/ui/checkbox";
import { ComboBox } from "@/components/ui/combo-box";
import { RadioGroup } from "@/components/ui/radio-group";
import { useClientChoices } from "./use-client-choices";

type Field<Value> = ReturnType<Editor<{ field: Value }>["field"]>;

/** Owner of the client: for those who act for more than one merchant. */
export function MerchantField(field: Field<number | null>) {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const { data: choices } = useClientChoices();
  const options = (choices?.merchants ?? [])
    .filter(({ isActive }) => isActive)
    .map((named) => ({ id: named.id, label: nameOf(named) }));
  useOnlyOption(options.length === 1 ? options[0]?.id : undefined, field);
  return (
    <ComboBox
      // The list of a combo box is what it began with.
      key={options.length}
      label={t("merchant")}
      options={options}
      {...field}
    />
  );
}

/** All branches, future ones too, or some. */
export function BranchesField({
  value,
  onChange,
  errorMessage,
  merchantId,
}: Field<number[] | null> & { merchantId: number | null }) {
  const t = useTranslations("clients");
  const nameOf = useNameOf();
  const { data: choices } = useClientChoices();
  const branches = choices?.merchants.find(({ id }) => id === merchantId)?.branches ?? [];
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t("branches")}
        options={[
          { id: "all", label: t("allBranches") },
          { id: "chosen", label: t("someBranches") },
        ]}
        value={value === null ? "all" : "chosen"}
        onChange={(reach) => onChange(reach === "all" ? null : [])}
        errorMessage={errorMessage}
      />
      {value !== null && (
        <ul
          className="grid max-h-56 gap-0.5 overflow-auto rounded-xl border border-line p-2"
          aria-label={t("someBranches")}
        >
          {branches.map(({ id, nameEn, nameAr, isActive }) => (
            <li key={id}>
              <Checkbox
                isSelected={value.includes(id)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...value, id] : value.filter((other) => other !== id))
                }
              >
                <bdi>{nameOf({ nameEn, nameAr })}</bdi>
                {!isActive && <span className="ms-2 text-ink-faint text-sm">{t("branchInactive")}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** For customers or for tests: nothing is chosen at first, because neither can become the other. */
export function UseField({
  value,
  change,
  errorMessage,
}: {
  value: boolean | null;
  change: (changes: { isTest: boolean }) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("clients.sandbox");
  const hint = value === null ? "useHint" : value ? "isTestHint" : "liveHint";
  return (
    <RadioGroup
      label={t("use")}
      description={t(hint)}
      options={[
        { id: "test", label: t("isTest"), icon: FlaskConical },
        { id: "live", label: t("live"), icon: Store },
      ]}
      value={value === null ? null : value ? "test" : "live"}
      onChange={(use) => change({ isTest: use === "test" })}
      {...(errorMessage && { errorMessage })}
    />
  );
}
