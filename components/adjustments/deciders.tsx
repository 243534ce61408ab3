"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { useNames } from "@/components/kit/use-names";
import { isAdminRole } from "@/lib/portal/acts/roles";

/** Says by name who may decide, or that nobody can, and to who could change that how. */
export function Deciders({ deciders }: { deciders: readonly { name: string }[] }) {
  const t = useTranslations("wallets.desk.adjustments");
  const namesOf = useNames();
  const { role } = useMe().user;
  if (deciders.length > 0) return <p>{t("deciders", { names: namesOf(deciders) })}</p>;
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
