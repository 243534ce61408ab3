import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { tillsQuery } from "@/components/tills/queries";
import { TillsPage } from "@/components/tills/tills-page";
import { readTills } from "@/lib/areas/tills/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tills"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/tills">
      <Prefetched queries={[readAhead(tillsQuery, () => readTills(actor))]}>
        <TillsPage />
      </Prefetched>
    </RoleGate>
  );
}
