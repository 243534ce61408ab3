"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { DateTime } from "@/components/ui/format";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import { isAdminRole } from "@/lib/portal/acts/roles";
import { useNames } from "./use-names";

type ShownDecider = AskedAdjustment["deciders"][number];

/** Says by name who may decide, and from when, or that nobody can, and to who could change that how. */
export function Deciders({ deciders }: { deciders: readonly ShownDecider[] }) {
  const t = useTranslations("wallets.desk.adjustments");
  const namesOf = useNames();
  const { id: own, role } = useMe().user;
  const able = deciders.filter(({ from }) => from === null);
  const later = deciders.filter(({ from }) => from !== null);
  if (deciders.length > 0)
    return (
      <>
        {able.length > 0 && <p>{t("deciders", { names: namesOf(able) })}</p>}
        {later.map(({ id, name, from }) => (
          <p key={id} className={able.length > 0 ? "text-ink-soft" : "font-medium"}>
            {t.rich(id === own ? "youFrom" : "deciderFrom", {
              name,
              at: () => <DateTime value={from ?? ""} />,
            })}
          </p>
        ))}
      </>
    );
  return (
    <p className="font-medium">
      {t("nobody")}{" "}
      {isAdminRole(role) &&
        t.rich("nobodyNext", {
          role,
          staff: (words) => (
            <Link href="/manage/staff" className="underline underline-offset-4">
              {words}
            </Link>
          ),
        })}
    </p>
  );
}
