"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { useFormatter } from "@/components/ui/use-formatter";
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

/** So many people are named; of more it is said how many they are. */
const NAMED_MAX = 4;

/** Names people in a sentence: "Mona, Omar and 3 others". Each name is read in its own direction. */
export function useNames(): (people: readonly { name: string }[]) => string {
  const t = useTranslations("desk");
  const format = useFormatter();
  return (people) => {
    const names = people.slice(0, NAMED_MAX).map(({ name }) => `\u2068${name}\u2069`);
    const others = people.length - names.length;
    return format.list(others > 0 ? [...names, t("others", { count: others })] : names);
  };
}
