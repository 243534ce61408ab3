import type { ReactNode } from "react";
import { AreaNavigation } from "@/components/shell/area-navigation";
import { RoleGate } from "../../role-gate";

export default function ManageLayout({ children }: { children: ReactNode }) {
  return (
    <RoleGate path="/manage">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <AreaNavigation />
        <div>{children}</div>
      </div>
    </RoleGate>
  );
}
