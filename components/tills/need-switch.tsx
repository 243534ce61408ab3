"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmDialog, type ConfirmProps } from "@/components/kit/confirm-dialog";
import { useSend, useSendWeighed } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useWeighed } from "@/components/kit/second-person-note";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast-queue";
import { branches as branchesApi } from "@/lib/areas/branches/contract";
import { merchants as merchantsApi } from "@/lib/areas/merchants/contract";
import { tills as api } from "@/lib/areas/tills/contract";
import type { TillBranch, TillList, TillMerchant } from "@/lib/areas/tills/schemas";

interface Scope {
  version: number;
  isNeeded: boolean;
}

/** The switch of one scope: asks before it stops devices, with their count by branch, and can be taken back for a moment. */
function NeedSwitch({
  scope: { version, isNeeded },
  branches,
  send,
  children,
}: {
  scope: Scope;
  /** Branches whose devices it is about. */
  branches: readonly TillBranch[];
  /** Returns the version that the change made. */
  send: (scope: Scope) => Promise<number>;
  children: ReactNode;
}) {
  const t = useTranslations("tills.need");
  const many = useTranslations("desk.many");
  const { textOf } = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = async (isOn: boolean, of = version) => {
    setPending(true);
    setError(null);
    try {
      return await send({ isNeeded: isOn, version: of });
    } finally {
      setPending(false);
    }
  };
  const switchOff = (of?: number) =>
    change(false, of).then(
      () => of !== undefined && toast({ kind: "success", title: t("undone") }),
      (thrown) =>
        of === undefined
          ? setError(thrown)
          : toast({ kind: "problem", title: textOf(toPortalError(thrown)) }),
    );
  const switchOn = () =>
    change(true).then((made) => {
      setAsking(false);
      toast({
        kind: "success",
        title: t("done"),
        action: { label: many("undo"), onAction: () => void switchOff(made) },
      });
    }, setError);
  const refusal = error === null ? null : toPortalError(error);
  return (
    <div>
      <Switch
        isSelected={isNeeded}
        isDisabled={isPending}
        onChange={(isOn) => {
          setError(null);
          if (isOn) setAsking(true);
          else void switchOff();
        }}
      >
        {children}
      </Switch>
      {!isAsking && <Refusal className="mt-2" error={refusal} />}
      {isAsking && (
        <NeedDialog
          {...{ branches, isPending, error: refusal }}
          onConfirm={() => void switchOn()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Says how many devices would stop, before they do. */
function NeedDialog({
  branches,
  ...dialog
}: { branches: readonly TillBranch[] } & Pick<
  ConfirmProps,
  "isPending" | "error" | "onConfirm" | "onClose"
>) {
  const t = useTranslations("tills.need");
  const nameOf = useNameOf();
  const sum = (name: "used" | "registered") => branches.reduce((total, branch) => total + branch[name], 0);
  const counted = branches.filter(({ used }) => used > 0);
  return (
    <ConfirmDialog
      {...dialog}
      title={t("title")}
      confirmLabel={t("confirm")}
      isDangerous={counted.some(({ used, registered }) => registered < used)}
    >
      <p className="font-medium">{t("devices", { registered: sum("registered"), used: sum("used") })}</p>
      {counted.length > 1 && (
        <ul className="grid gap-1">
          {counted.map(({ used, registered, ...branch }) => (
            <li key={branch.id} className="flex justify-between gap-4">
              <bdi>{nameOf(branch)}</bdi>
              <span className="tabular-nums">{t("of", { used, registered })}</span>
            </li>
          ))}
        </ul>
      )}
      <p>{t("text")}</p>
    </ConfirmDialog>
  );
}

export function ProgrammeSwitch({ list }: { list: TillList }) {
  const t = useTranslations("tills");
  const [{ mutateAsync }, note] = useWeighed(api.setPolicy);
  return (
    <>
      <NeedSwitch
        scope={list}
        branches={list.branches}
        send={async (body) => (await mutateAsync({ body })).version}
      >
        {t("everywhere")}
      </NeedSwitch>
      {note}
    </>
  );
}

export function MerchantSwitch({
  merchant,
  branches,
  isOnly,
}: {
  merchant: TillMerchant;
  branches: readonly TillBranch[];
  isOnly: boolean;
}) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  // The programme's switch alone is weighed.
  const { mutateAsync } = useSendWeighed(merchantsApi.change);
  return (
    <NeedSwitch
      scope={merchant}
      branches={branches.filter(({ merchantId }) => merchantId === merchant.id)}
      send={async ({ version, isNeeded: tillsNeedRegistration }) =>
        (
          await mutateAsync({
            params: { merchantId: merchant.id },
            body: { version, tillsNeedRegistration },
          })
        ).version
      }
    >
      {isOnly ? t("policy") : t("scoped", { name: nameOf(merchant) })}
    </NeedSwitch>
  );
}

export function BranchSwitch({ branch }: { branch: TillBranch }) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  const { mutateAsync } = useSend(branchesApi.change);
  return (
    <NeedSwitch
      scope={branch}
      branches={[branch]}
      send={async ({ version, isNeeded: tillsNeedRegistration }) =>
        (await mutateAsync({ params: { branchId: branch.id }, body: { version, tillsNeedRegistration } }))
          .version
      }
    >
      <span className="sr-only">{t("scoped", { name: nameOf(branch) })}</span>
    </NeedSwitch>
  );
}
