import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaNavigation } from "@/components/shell/area-navigation";
import { ALL_COMMANDS } from "@/lib/portal/commands";
import { RoleGate } from "../../role-gate";

export default async function ManageLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations();
  const areas = ALL_COMMANDS.filter(({ menu }) => menu === "manage" || menu === "offers");
  const titles = Object.fromEntries(areas.map(({ id, text }) => [id, t(text)]));
  return (
    <RoleGate path="/manage">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-8">
        <AreaNavigation titles={titles} />
        <div>{children}</div>
      </div>
    </RoleGate>
  );
}
