"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, useSendWeighed } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { merchants as api } from "@/lib/areas/merchants/contract";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";

/** Whether cashiers sign customers up, for each merchant that the reader administers. */
export function EnrolSwitches() {
  const t = useTranslations("tills.newCustomers");
  const { data } = useQuery(ask(api.list));
  const merchants = data?.merchants.filter(({ isActive }) => isActive) ?? [];
  if (merchants.length === 0) return null;
  return (
    <Card className="mt-6" title={t("title")} description={t("hint")}>
      <div className="grid gap-3">
        {merchants.map((merchant) => (
          <EnrolSwitch key={merchant.id} merchant={merchant} isOnly={merchants.length === 1} />
        ))}
      </div>
    </Card>
  );
}

function EnrolSwitch({ merchant, isOnly }: { merchant: ManagedMerchant; isOnly: boolean }) {
  const t = useTranslations("tills.newCustomers");
  const nameOf = useNameOf();
  // Signing customers up gives nothing.
  const change = useSendWeighed(api.change);
  const { id: merchantId, version, cashiersMayEnrol } = merchant;
  return (
    <div>
      <Switch
        isSelected={cashiersMayEnrol}
        isDisabled={change.isPending}
        onChange={(isOn) =>
          change.mutate({ params: { merchantId }, body: { version, cashiersMayEnrol: isOn } })
        }
      >
        {isOnly ? t("one") : t("named", { name: nameOf(merchant) })}
      </Switch>
      <Refusal className="mt-2" error={change.error && toPortalError(change.error)} />
    </div>
  );
}
