import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import { isolated } from "@/lib/platform/writing/writer";

/** So many people are named; of more it is said how many they are. */
const NAMED_MAX = 4;

/** Names people in a sentence: "Mona, Omar and 3 others". Each name is read in its own direction. */
export function useNames(): (people: readonly { name: string }[]) => string {
  const t = useTranslations("desk");
  const format = useFormatter();
  return (people) => {
    const names = people.slice(0, NAMED_MAX).map(({ name }) => isolated(name));
    const others = people.length - names.length;
    return format.list(others > 0 ? [...names, t("others", { count: others })] : names);
  };
}
