import { useFormatter, useTranslations } from "next-intl";
import { kindOf } from "@/components/entries/kinds";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Code, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

const TIME = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const;

/** Tells of entries that may be one sale sent twice, with the way to each of them. */
export function LookAlikes({
  groups,
  onOpen,
}: {
  groups: readonly (readonly PortalEntry[])[];
  onOpen: (entryId: number) => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const isCashier = useMe().user.role === "cashier";
  if (groups.length === 0) return null;
  return (
    <Notice kind="warning">
      <h2 className="font-semibold">{t("today.lookAlikeTitle", { count: groups.length })}</h2>
      <p>{t(isCashier ? "today.lookAlikeTextCashier" : "today.lookAlikeText")}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {groups.map((group) => {
          const [first] = group;
          if (first === undefined) return null;
          return (
            <li key={first.id}>
              <p>
                {t.rich("today.lookAlikeGroup", {
                  kind: t(`entry.kinds.${kindOf(first.logTypeId)}`),
                  points: () => <Points value={Math.abs(first.points)} />,
                  wallet: () => <Code>{first.wallet.walletCode}</Code>,
                })}
              </p>
              <ul className="mt-1.5 flex flex-wrap gap-2">
                {group.map(({ id, createdAt }) => (
                  <li key={id}>
                    <Button size="small" onPress={() => onOpen(id)}>
                      <span className="figures">
                        {t("today.lookAlikeEntry", {
                          time: format.dateTime(new Date(createdAt), TIME),
                          number: String(id),
                        })}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
