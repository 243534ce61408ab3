"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useUndo } from "@/components/kit/use-undo";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { branches as api } from "@/lib/areas/branches/contract";
import type { BranchImpact, ManagedBranch } from "@/lib/areas/branches/record";
import { BACK, sendSwitch } from "./many-acts";

/** Asks before a branch is closed, with everything that stops, or opened again. */
export function SwitchBranchDialog({
  branch,
  verb,
  onClose,
}: {
  branch: ManagedBranch;
  verb: keyof typeof BACK;
  onClose: () => void;
}) {
  const t = useTranslations("branches");
  const name = useInLanguage()({ en: branch.nameEn, ar: branch.nameAr });
  const params = { branchId: branch.id };
  const offerUndo = useUndo("branches", "account");
  const impact = useQuery(ask(api.impact, { params }, { staleTime: 0, gcTime: 0 }));
  const isClosing = verb === "deactivate";
  return (
    <ActConfirm
      title={t(`${verb}Title`, { name })}
      confirmLabel={t(verb)}
      cancelLabel={t(`${verb}Keep`)}
      isDangerous={isClosing}
      isReady={!isClosing || impact.isSuccess}
      act={api[verb]}
      asked={{ params }}
      onClose={onClose}
      onDone={({ id, version }) =>
        offerUndo({
          title: t(`${verb}Done`, { name }),
          records: [{ id, version }],
          send: sendSwitch(BACK[verb]),
          undone: t(`${BACK[verb]}Done`, { name }),
        })
      }
    >
      <p>{t(`${verb}Text`)}</p>
      {isClosing && <Impact impact={impact.data} error={impact.error} />}
    </ActConfirm>
  );
}

/** Consequences of closing a branch, one line for each kind. */
function Impact({ impact, error }: { impact: BranchImpact | undefined; error: PortalError | null }) {
  const t = useTranslations("branches");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  if (error) return <Notice kind="danger">{textOf(error)}</Notice>;
  if (!impact) return <Skeleton className="h-24" />;
  const groups = [
    { key: "cashiers", names: impact.cashiers.map(({ name }) => name) },
    { key: "clients", names: impact.clients.map(({ name }) => name) },
    {
      key: "deals",
      names: impact.deals.map(({ titleEn, titleAr }) => inLanguage({ en: titleEn, ar: titleAr })),
    },
  ] as const;
  if (groups.every(({ names }) => names.length === 0))
    return <Notice kind="info">{t("impact.nothing")}</Notice>;
  return (
    <Notice kind="warning">
      <ul className="grid gap-2">
        {groups
          .filter(({ names }) => names.length > 0)
          .map(({ key, names }) => (
            <li key={key}>
              <span className="block font-medium">{t(`impact.${key}`, { count: names.length })}</span>
              <NameList names={names} />
            </li>
          ))}
      </ul>
    </Notice>
  );
}

const NAMES_SHOWN = 8;

function NameList({ names }: { names: readonly string[] }) {
  const t = useTranslations("branches");
  // Two people may have one name, and it is said once.
  const shown = [...new Set(names)].slice(0, NAMES_SHOWN);
  const more = names.length - shown.length;
  return (
    <span className="text-sm">
      {shown.map((name) => (
        <span key={name}>
          {name !== shown[0] && t("separator")}
          <bdi>{name}</bdi>
        </span>
      ))}
      {more > 0 && ` ${t("andMore", { count: more })}`}
    </span>
  );
}
