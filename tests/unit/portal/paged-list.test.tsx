import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { OFFLINE_TEXTS, PortalError } from "@/components/kit/error";
import { PagedList } from "@/components/kit/paged-list";
import { loadMessages } from "@/lib/platform/messages";

const QUERY = {
  error: null,
  refetch: () => undefined,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchNextPageError: false,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
};
const offline = new PortalError({ code: "offline", texts: OFFLINE_TEXTS });

async function shown(
  query: Partial<Omit<typeof QUERY, "error">> & { error?: PortalError },
  rows: string[] | undefined,
) {
  return renderToString(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={await loadMessages("en")}>
      <PagedList query={{ ...QUERY, ...query }} rows={rows} empty={<p>Nothing matches</p>}>
        {(known) => known.map((row) => <p key={row}>{row}</p>)}
      </PagedList>
    </NextIntlClientProvider>,
  );
}

test("a list says that it is being loaded, and that there is nothing in it", async () => {
  expect(await shown({}, undefined)).toContain('aria-busy="true"');
  expect(await shown({}, [])).toContain("Nothing matches");
});

test("a list that could not be loaded says why, with a way to try again", async () => {
  const html = await shown({ error: offline }, undefined);
  expect(html).toContain(OFFLINE_TEXTS.en);
  expect(html).toContain("Try again");
});

test("when more could not be loaded the list stays, and says so with a way to try again", async () => {
  const html = await shown({ error: offline, hasNextPage: true, isFetchNextPageError: true }, ["one"]);
  expect(html).toContain("one");
  expect(html).toContain("The next rows could not be loaded");
  expect(html).toContain(OFFLINE_TEXTS.en);
  expect(html).toContain("Try again");
  expect(await shown({ hasNextPage: true }, ["one"])).toContain("Show more");
});
