import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Asked, ask } from "@/components/kit/contract";
import type { Endpoint } from "@/lib/portal/contract";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, type ReadAhead, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage, type Served } from "@/lib/portal/serve";
import { RoleGate } from "./role-gate";

type Params = Record<string, string>;
type Address = Record<string, string | string[] | undefined>;
interface Opened {
  params: Promise<Params>;
  searchParams: Promise<Address>;
}
/** Reads an endpoint with the page, by the handler that the route calls, in the name of the page's reader. */
type Ahead = <It extends Endpoint>(served: Served<It>, asked?: Asked<It>) => ReadAhead;

/**
 * A page of the shell: its title, the roles that may open it (those of its path in `lib/portal/commands.ts`), the answers that come
 * with it, and what it shows.
 */
export function definePage({
  path,
  title,
  reads = () => [],
  show,
}: {
  path: string;
  /** A text of the messages, such as `categories.title`. */
  title: string;
  reads?: (ahead: Ahead, opened: { params: Params; address: Address }) => readonly ReadAhead[];
  show: (opened: { params: Params; address: Address }) => ReactNode;
}) {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations())(title as never) };
  }
  async function render({ params, searchParams }: Opened) {
    const [session, values, address] = await Promise.all([requirePageSession(), params, searchParams]);
    const opened = { params: values, address };
    const ahead: Ahead = (served, asked) =>
      readAhead(
        ask(served.endpoint, asked as never),
        () => answerOnPage(served, session, { ...asked }) as never,
      );
    return (
      <RoleGate path={path}>
        <Prefetched queries={reads(ahead, opened)}>{show(opened)}</Prefetched>
      </RoleGate>
    );
  }
  return { generateMetadata, Page: render };
}
