import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Asked, ask, askPages } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { lists } from "@/lib/areas/lists/contract";
import { readOwnList } from "@/lib/areas/lists/portal";
import type { ListName } from "@/lib/areas/lists/schemas";
import type { Endpoint } from "@/lib/portal/contract";
import { type PortalSession, requirePageSession } from "@/lib/portal/page";
import { type PageName, PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, type ReadAhead, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage, type Served } from "@/lib/portal/serve";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "./role-gate";

type Params = Record<string, string>;
interface Opened {
  params: Promise<Params>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}
/** Reads an endpoint with the page, by the handler that the route calls, in the name of the page's reader. */
type Read = <It extends Endpoint>(served: Served<It>, asked?: Asked<It>) => ReadAhead;
/** `pages` reads the first part of a list that is fetched part by part. */
type Ahead = Read & { pages: Read };
interface Place {
  params: Params;
  address: URLSearchParams;
  session: PortalSession;
}

/**
 * A page of the shell: its title, the roles that may open it (those of its path in `lib/portal/commands.ts`), the answers that come
 * with it, its texts, and what it shows.
 */
export function definePage({
  path,
  title,
  list,
  showsRequests = false,
  reads = () => [],
  show,
}: {
  path: Exclude<PageName, "shell">;
  /** A text of the messages, such as `categories.title`. */
  title: string;
  /** The list that it shows: the page opens with the user's first view of it, where its address says nothing. */
  list?: ListName;
  /** Whether it says which of the reader's requests wait for another person. */
  showsRequests?: boolean;
  reads?: (ahead: Ahead, place: Place) => readonly ReadAhead[];
  show: (place: Place) => ReactNode;
}) {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations())(title as never) };
  }
  async function render({ params, searchParams }: Opened) {
    const [session, values, search] = await Promise.all([requirePageSession(), params, searchParams]);
    const address = addressOf(search);
    const place = { params: values, address, session };
    const choices = list && (await openList(list, path, place));
    const reading =
      (query: typeof ask): Read =>
      (served, asked) =>
        readAhead(
          query(served.endpoint, asked as never),
          () => answerOnPage(served, session, { ...asked }) as never,
        );
    const ahead = Object.assign(reading(ask), { pages: reading(askPages as never) });
    return (
      <RoleGate path={path}>
        <Prefetched
          queries={[
            ...(list && choices
              ? [readAhead(ask(lists.listChoices, { params: { list } }), async () => choices)]
              : []),
            ...(showsRequests && may(session.actor, adjustmentsPortal.own.endpoint)
              ? [ahead(adjustmentsPortal.own)]
              : []),
            ...reads(ahead, place),
          ]}
        >
          <PageTexts page={path}>{show(place)}</PageTexts>
        </Prefetched>
      </RoleGate>
    );
  }
  return { generateMetadata, Page: render };
}

/** The user's choices for a list; a page whose address says nothing opens with the first view instead. */
async function openList(list: ListName, path: string, { address, session }: Place) {
  const choices = await readOwnList(session.actor, list);
  const [first] = choices.views;
  if (first !== undefined && address.size === 0)
    redirect(`${path}?${new URLSearchParams({ ...first.filters, view: String(first.id) })}`);
  return choices;
}
