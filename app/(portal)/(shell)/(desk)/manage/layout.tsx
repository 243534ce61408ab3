import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaNavigation } from "@/components/shell/area-navigation";
import { MANAGE_AREAS, type ManageAreaKey } from "@/lib/portal/manage-areas";
import { RoleGate } from "../../role-gate";

export default async function ManageLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations();
  const titles = Object.fromEntries(MANAGE_AREAS.map(({ key }) => [key, t(`${key}.title`)]));
  return (
    <RoleGate path="/manage">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <AreaNavigation titles={titles as Record<ManageAreaKey, string>} />
        <div>{children}</div>
      </div>
    </RoleGate>
  );
}
