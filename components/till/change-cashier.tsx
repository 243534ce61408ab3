"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { isProofGiven, StaffProof, type StaffProofValues } from "@/components/approvals/staff-proof";
import { ask, useSend } from "@/components/kit/contract";
import { RowSkeletons } from "@/components/kit/paged-list";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { countWaiting } from "@/components/operations/store";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { session as api } from "@/lib/areas/account/session-contract";

/** Hands the till to a colleague: their name, picked, typed or scanned from a badge, and their PIN. */
export function ChangeCashierDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("till.change");
  const cashiers = useQuery(ask(api.nextCashiers));
  return (
    <Dialog size="small" onClose={onClose} title={t("title")}>
      <QueryState loading={<RowSkeletons className="h-12" />} query={cashiers}>
        {({ cashiers }) =>
          cashiers.length === 0 ? <Notice kind="info">{t("nobody")}</Notice> : <Change cashiers={cashiers} />
        }
      </QueryState>
    </Dialog>
  );
}

function Change({ cashiers }: { cashiers: readonly { username: string; name: string }[] }) {
  const t = useTranslations("till.change");
  const { user } = useMe();
  const inLanguage = useInLanguage();
  const [proof, setProof] = useState<StaffProofValues>({ username: "", pin: "" });
  const [picks, setPicks] = useState(0);
  const change = useSend(api.changeCashier);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    countWaiting(user.id).then(setWaiting, () => undefined);
  }, [user.id]);
  const name = cashiers.find(({ username }) => username === proof.username)?.name ?? proof.username.trim();
  const isBusy = change.isPending || change.isSuccess;
  const pinProblem = change.error?.fields?.pin;
  const takeOver = () => {
    if (isBusy) return;
    // A whole new page: nothing of one cashier's stays in the memory of the next one's. A callback of `mutate` would be lost with this
    // form, which the list of colleagues may take away first.
    change.mutateAsync({ body: proof }).then(
      () => window.location.assign("/till"),
      () => setProof({ ...proof, pin: "" }),
    );
  };
  return (
    <div className="grid gap-4">
      {waiting > 0 && <Notice kind="warning">{t("waiting", { count: waiting })}</Notice>}
      <ul className="flex flex-wrap gap-2">
        {cashiers.map(({ username, name }) => (
          <li key={username}>
            <Button
              aria-pressed={username === proof.username}
              onPress={() => {
                setPicks(picks + 1);
                setProof({ username, pin: "" });
              }}
            >
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <StaffProof
        values={proof}
        picks={picks}
        labels={{ username: t("username"), pin: t("pin") }}
        pinProblem={pinProblem && inLanguage(pinProblem)}
        onChange={(changes) => setProof({ ...proof, ...changes })}
        onSubmit={takeOver}
      />
      <Refusal error={pinProblem ? null : change.error} />
      <Button
        variant="primary"
        size="large"
        isPending={isBusy}
        isDisabled={!isProofGiven(proof)}
        onPress={takeOver}
      >
        {name === "" ? t("submitUnnamed") : t("submit", { name })}
      </Button>
    </div>
  );
}
