import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TryItPage } from "@/components/clients/try-it-page";
import { hasTryIt } from "@/lib/areas/clients/portal";
import { tryItOperations } from "@/lib/points-api/try-it";
import { PageTexts } from "@/lib/portal/page-texts";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("clients.tryIt"))("title") };
}

/**
 * The console is there with the demo data only. A request it sends is a real one, and a flag on a client would not make its
 * merchant's points any less real; who connects to a live service has the API reference and a client of their own.
 */
export default function Page() {
  if (!hasTryIt()) notFound();
  return (
    <RoleGate path="/manage/clients">
      <PageTexts page="/manage/clients/try-it">
        <TryItPage operations={tryItOperations()} />
      </PageTexts>
    </RoleGate>
  );
}
