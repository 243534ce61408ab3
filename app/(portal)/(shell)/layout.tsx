import type { ReactNode } from "react";
import { PortalProviders } from "@/components/shell/portal-providers";
import { Shell } from "@/components/shell/shell";
import { serializeMe } from "@/lib/areas/account/portal";
import { requirePageSession } from "@/lib/portal/page";

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const session = await requirePageSession();
  return (
    // Another user's page begins with an empty cache.
    <PortalProviders key={session.user.id} me={serializeMe(session)}>
      <Shell>{children}</Shell>
    </PortalProviders>
  );
}
