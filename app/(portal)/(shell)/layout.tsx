import type { ReactNode } from "react";
import { PortalProviders } from "@/components/shell/portal-providers";
import { Shell } from "@/components/shell/shell";
import { serializeMe } from "@/lib/areas/account/portal";
import { requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const session = await requirePageSession();
  return (
    <PageTexts of={["receipt", "sessionEnded", "shortcuts", "signIn", "till.kept", "till.signOut"]}>
      {/* Another user's page begins with an empty cache. */}
      <PortalProviders key={session.user.id} me={serializeMe(session)}>
        <Shell>{children}</Shell>
      </PortalProviders>
    </PageTexts>
  );
}
