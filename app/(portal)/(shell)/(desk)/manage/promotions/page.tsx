import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ask } from "@/components/kit/contract";
import { listChoicesQuery } from "@/components/lists/queries";
import { PromotionsPage } from "@/components/promotions/promotions-page";
import { openList } from "@/lib/areas/lists/open-portal";
import { promotionsPortal } from "@/lib/areas/promotions/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("promotions"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function ManagePromotionsPage({ searchParams }: { searchParams: SearchParams }) {
  const [session, address] = await Promise.all([requirePageSession(), searchParams]);
  const choices = await openList(session.actor, {
    list: "promotions",
    path: "/manage/promotions",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/promotions">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("promotions"), async () => choices),
          readAhead(ask(promotionsPortal.list.endpoint), () =>
            answerOnPage(promotionsPortal.list, session, {}),
          ),
        ]}
      >
        <PromotionsPage />
      </Prefetched>
    </RoleGate>
  );
}
