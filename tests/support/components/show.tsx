import "@/app/globals.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { render } from "vitest-browser-react";
import { createQueryClient } from "@/components/kit/query-client";
import { MeContext } from "@/components/kit/use-me";
import { RootProviders } from "@/components/shell/root-providers";
import type { Me } from "@/lib/areas/account/schemas";
import type { Bilingual, Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { DIRECTION, INTL_LOCALE } from "@/lib/platform/preferences";

/** A request that the shown part sent to the portal's API. */
export interface Sent {
  /** Method and path after `/api/portal/`, such as "PATCH manage/branches/1". */
  request: string;
  body: unknown;
}

/** Answers of the portal's API by method and path; a function gets the request's body. Other paths answer 404. */
export type Answers = Record<string, unknown>;

/** An answer that refuses. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly fields: Record<string, Bilingual> = {},
  ) {}
}

const ROUTER = {
  bfcacheId: "",
  back: () => undefined,
  forward: () => undefined,
  refresh: () => undefined,
  push: () => undefined,
  replace: () => undefined,
  prefetch: () => undefined,
};

/** An admin of the only merchant. */
export const ADMIN: Me = {
  user: { id: 1, name: "The admin", username: "admin", role: "merchant_admin", twoFactorEnabled: false },
  merchant: { id: 1, nameEn: "One", nameAr: "واحد" },
  branches: [],
  activeBranchId: null,
  mayEnrol: true,
  shifts: "off",
  changesCashier: false,
  singleSignOn: "none",
  preferences: { language: null, theme: null, density: null, calendar: null },
};

/**
 * Shows a part of a page in the browser, inside the contexts of a page, with answers in place of the service. Every request is noted in `sent`.
 */
export async function show(
  part: ReactNode,
  { language = "en", me = ADMIN, answers = {} }: { language?: Language; me?: Me; answers?: Answers } = {},
) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, location.href).pathname.replace("/api/portal/", "");
    const request = `${init.method ?? "GET"} ${path}`;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ request, body });
    const known = request in answers ? answers[request] : new Refusal(404, "not_found");
    return answerOf(typeof known === "function" ? await known(body) : known);
  });
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = DIRECTION[language];
  const messages = await loadMessages(language);
  const client = createQueryClient();
  const around = (shown: ReactNode) => (
    <AppRouterContext value={ROUTER}>
      <PathnameContext value="/">
        <SearchParamsContext value={new URLSearchParams()}>
          <NextIntlClientProvider locale={INTL_LOCALE[language]} timeZone="Africa/Cairo" messages={messages}>
            <QueryClientProvider client={client}>
              <MeContext value={me}>
                <RootProviders
                  preferences={{ language, theme: "light", density: "comfortable", calendar: "gregorian" }}
                  zoneName="Cairo"
                >
                  {shown}
                </RootProviders>
              </MeContext>
            </QueryClientProvider>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
  const rendered = await render(around(part));
  return { sent, client, change: (shown: ReactNode) => rendered.rerender(around(shown)) };
}

function answerOf(known: unknown): Response {
  const headers = { "content-type": "application/json", "x-request-id": "test" };
  if (!(known instanceof Refusal)) return new Response(JSON.stringify(known), { headers });
  const { status, code, fields } = known;
  const message = { en: `Refused: ${code}`, ar: `Refused: ${code}` };
  return new Response(JSON.stringify({ error: { code, message, fields, requestId: "test" } }), {
    status,
    headers,
  });
}
