import { useTranslations } from "next-intl";
import type { Answer } from "@/components/kit/contract";
import { useFormatter } from "@/components/ui/use-formatter";
import type { imports as api } from "@/lib/areas/imports/contract";
import { isolated } from "@/lib/platform/writing/writer";

/** How many points of files one person gives, and whom a larger file needs. */
export type ImportLimit = Answer<typeof api.list>["alone"];

/** Says whose file the reader may start, where nobody may start the reader's own yet. */
export function Uploaders({ starters, uploaders }: Pick<ImportLimit, "starters" | "uploaders">) {
  const t = useTranslations("wallets.desk.imports");
  const format = useFormatter();
  if (uploaders.length === 0 || starters.some(({ from }) => from === null)) return null;
  return (
    <p className="font-medium">
      {t("uploaders", { names: format.list(uploaders.map(({ name }) => isolated(name))) })}
    </p>
  );
}
