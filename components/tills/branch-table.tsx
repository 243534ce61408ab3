"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton } from "@/components/kit/acts";
import { useSend } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { may } from "@/components/kit/may";
import { Refusal } from "@/components/kit/refusal";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { Table } from "@/components/ui/table";
import { branches as branchesApi } from "@/lib/areas/branches/contract";
import { tills as api } from "@/lib/areas/tills/contract";
import type { TillBranch, TillList } from "@/lib/areas/tills/schemas";
import { BranchSwitch } from "./need-switch";

/** Branches with the devices of their cashiers, whether these have to be registered, and the code that registers several. */
export function BranchTable({ list }: { list: TillList }) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  const { user } = useMe();
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <section className="mb-6">
      <h2 className="mb-3 font-semibold text-lg">{t("branches")}</h2>
      <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:shadow-card">
        <Table
          label={t("branches")}
          rows={list.branches}
          rowKey={({ id }) => id}
          columns={[
            { id: "branch", header: t("branch"), cell: (branch) => <bdi>{nameOf(branch)}</bdi> },
            {
              id: "devices",
              header: t("devices"),
              cell: ({ used, registered }) =>
                used === 0 ? t("noDevice") : t("need.of", { used, registered }),
            },
            {
              id: "need",
              header: t("onlyRegistered"),
              cell: (branch) => <Need branch={branch} list={list} />,
            },
            {
              id: "code",
              header: t("codeOpen"),
              cell: ({ codeUntil }) =>
                codeUntil === null
                  ? t("no")
                  : t.rich("codeUntil", { at: () => <DateTime value={codeUntil} /> }),
            },
          ]}
          actionsLabel={t("openCode")}
          rowActions={(branch) => (
            <>
              <OpenCode branch={branch} onOpened={(answer) => setOpened({ branch, ...answer })} />
              {branch.codeUntil !== null && may(user, api.endCode) && (
                <ActButton
                  size="small"
                  variant="quiet"
                  act={api.endCode}
                  asked={{ params: { branchId: branch.id } }}
                  said={t("codeEnded")}
                  aria-label={t("endCodeOf", { name: nameOf(branch) })}
                >
                  {t("endCode")}
                </ActButton>
              )}
            </>
          )}
        />
      </div>
      {opened && <CodeDialog {...opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** Whether the branch needs registered tills, by whose word. */
function Need({ branch, list: { isNeeded, merchants } }: { branch: TillBranch; list: TillList }) {
  const t = useTranslations("tills");
  const { user } = useMe();
  if (isNeeded) return t("byProgramme");
  if (merchants.some((merchant) => merchant.id === branch.merchantId && merchant.isNeeded))
    return t("byMerchant");
  return may(user, branchesApi.change) ? <BranchSwitch branch={branch} /> : t(branch.isNeeded ? "yes" : "no");
}

interface Opened {
  branch: TillBranch;
  code: string;
  codeUntil: string;
}

function CodeDialog({ branch, code, codeUntil, onClose }: Opened & { onClose: () => void }) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  return (
    <Dialog
      size="small"
      title={t("codeTitle", { name: nameOf(branch) })}
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t("codeClose")}
        </Button>
      }
    >
      <p>{t("codeText")}</p>
      <bdi dir="ltr" className="my-4 block text-center font-semibold text-4xl tabular-nums tracking-[0.15em]">
        {code}
      </bdi>
      <p className="text-ink-soft text-sm">
        {t.rich("codeUntil", { at: () => <DateTime value={codeUntil} /> })}
      </p>
    </Dialog>
  );
}

function OpenCode({
  branch,
  onOpened,
}: {
  branch: TillBranch;
  onOpened: (answer: { code: string; codeUntil: string }) => void;
}) {
  const t = useTranslations("tills");
  const nameOf = useNameOf();
  const { user } = useMe();
  const { mutate, isPending, error } = useSend(api.openCode);
  if (!may(user, api.openCode)) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        isPending={isPending}
        aria-label={t("openCodeOf", { name: nameOf(branch) })}
        onPress={() => mutate({ params: { branchId: branch.id } }, { onSuccess: onOpened })}
      >
        {t(branch.codeUntil === null ? "openCode" : "newCode")}
      </Button>
      <Refusal error={error && toPortalError(error)} />
    </>
  );
}
