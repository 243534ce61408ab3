import type { ReactNode } from "react";
import { SessionEnded } from "@/components/account/session-ended";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { PortalProviders } from "@/components/shell/portal-providers";
import { Shell } from "@/components/shell/shell";
import { KeptOperationsSlot } from "@/components/till/kept-operations-slot";
import { serializeMe } from "@/lib/areas/account/portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { shownMapTiles } from "@/lib/portal/map-tiles";
import { type PortalSession, requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const session = await requirePageSession();
  return (
    <PageTexts page="shell">
      {/* Another user's page begins with an empty cache. */}
      <PortalProviders key={session.user.id} me={serializeMe(session)} mapTiles={shownMapTiles()}>
        <Prefetched queries={shellAhead(session)}>
          <Shell kept={<KeptOperationsSlot />} ended={<SessionEnded />}>
            {children}
          </Shell>
        </Prefetched>
      </PortalProviders>
    </PageTexts>
  );
}

/** First requests of every page's frame. */
function shellAhead(session: PortalSession) {
  const { waiting } = adjustmentsPortal;
  if (!may(session.actor, waiting.endpoint) || session.needsTwoFactor) return [];
  return [readAhead(ask(waiting.endpoint), () => answerOnPage(waiting, session, {}))];
}
