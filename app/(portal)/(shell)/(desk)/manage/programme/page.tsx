import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProgrammePage } from "@/components/programme/programme-page";
import { programmeQuery } from "@/components/programme/queries";
import { readProgrammeDesk } from "@/lib/areas/programme/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("programme"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/programme">
      <Prefetched queries={[readAhead(programmeQuery, () => readProgrammeDesk(actor))]}>
        <ProgrammePage />
      </Prefetched>
    </RoleGate>
  );
}
