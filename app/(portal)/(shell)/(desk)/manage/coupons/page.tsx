import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CouponsPage } from "@/components/coupons/coupons-page";
import { issuesQuery, templatesQuery } from "@/components/coupons/queries";
import { readIssues, readTemplates } from "@/lib/areas/coupons/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("coupons"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/manage/coupons">
      <Prefetched
        queries={[
          readAhead(templatesQuery, () => readTemplates(actor)),
          readAhead(issuesQuery, () => readIssues(actor)),
        ]}
      >
        <CouponsPage />
      </Prefetched>
    </RoleGate>
  );
}
