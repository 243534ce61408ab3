import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProgrammePage } from "@/components/programme/programme-page";
import { programmeDeskSchema } from "@/lib/contract/portal/programme-desk";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { readProgrammeDesk } from "@/lib/http/portal/programme";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("programme") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/programme">
      <Prefetched
        queries={[readAhead(keys.programme.desk, programmeDeskSchema, () => readProgrammeDesk(actor))]}
      >
        <ProgrammePage />
      </Prefetched>
    </RoleGate>
  );
}
