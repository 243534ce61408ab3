import { useTranslations } from "next-intl";
import { useNames } from "@/components/adjustments/use-names";
import type { Answer } from "@/components/kit/contract";
import type { imports as api } from "@/lib/areas/imports/contract";

/** How many points of files one person gives, and whom a larger file needs. */
export type ImportLimit = Answer<typeof api.list>["alone"];

/** Says whose file the reader may start, where nobody may start the reader's own yet. */
export function Uploaders({ starters, uploaders }: Pick<ImportLimit, "starters" | "uploaders">) {
  const t = useTranslations("wallets.desk.imports");
  const namesOf = useNames();
  if (uploaders.length === 0 || starters.some(({ from }) => from === null)) return null;
  return <p className="font-medium">{t("uploaders", { names: namesOf(uploaders) })}</p>;
}
