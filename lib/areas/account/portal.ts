import { FIRST_OPERATOR_COMMAND } from "@/lib/areas/staff/words";
import { commandFor } from "@/lib/platform/command-for";
import { prisma } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import type { Bilingual } from "@/lib/platform/language";
import { merchantEnded } from "@/lib/portal/acts/access-ended";
import type { Role } from "@/lib/portal/acts/roles";
import { refusalInWords } from "@/lib/portal/refusal";
import { ENDED_COOKIE, endedMerchantIn } from "@/lib/portal/session/ended-elsewhere";
import type { PortalSession } from "@/lib/portal/session/sessions";
import { type Me, meSchema } from "./schemas";

/** The session as the browser sees it. */
export function serializeMe({
  user,
  branches,
  actor,
  mayEnrol,
  shifts,
  cashiersChangeByPin,
}: PortalSession): Me {
  const { id, name, username, role, twoFactorEnabled, merchant, preferences } = user;
  return meSchema.parse({
    user: { id, name, username, role, twoFactorEnabled },
    merchant,
    branches,
    activeBranchId: actor.activeBranchId,
    mayEnrol,
    shifts,
    changesCashier: cashiersChangeByPin && offeredSingleSignOn() !== "only",
    singleSignOn: offeredSingleSignOn(),
    preferences,
  });
}

/** The accounts that the sign-in page offers: those of the demo data while it is loaded. */
export function shownDemoAccounts(): readonly DemoAccount[] {
  return env().loadsDemoData ? DEMO_ACCOUNTS : [];
}

let hasPeople = false;

/** Whether nobody can sign in yet; once there is a person this is never asked again. */
async function isWithoutPeople(): Promise<boolean> {
  hasPeople ||= (await prisma().user.findFirst({ where: { kind: "portal" }, select: { id: true } })) !== null;
  return !hasPeople;
}

/** The command that makes the first person; null once there is one. */
export async function firstPersonCommand(): Promise<string | null> {
  return (await isWithoutPeople()) ? commandFor(env(), FIRST_OPERATOR_COMMAND) : null;
}

/** Whether the sign-in page offers single sign-on: not at all, beside passwords, or alone. */
type SingleSignOnOffer = "none" | "beside" | "only";

export function offeredSingleSignOn(): SingleSignOnOffer {
  const { oidc } = env();
  if (oidc === undefined) return "none";
  return oidc.isOnly ? "only" : "beside";
}

/** The accounts that the demo data contains, shown on the sign-in page while it is loaded and never otherwise. */
const DEMO_ACCOUNTS = [
  { username: "cashier", password: "cashier-demo", role: "cashier" },
  { username: "supervisor", password: "supervisor-demo", role: "supervisor" },
  { username: "admin", password: "admin-demo", role: "merchant_admin" },
  { username: "operator", password: "operator-demo", role: "programme_operator" },
] as const satisfies readonly { username: string; password: string; role: Role }[];
/** Why a person who comes back from the organisation's sign-in service is not let in, in words where a merchant has ended; null for all others. */
export async function readRefusedElsewhere(
  sso: string | string[] | undefined,
  cookies: { get(name: string): { value: string } | undefined },
): Promise<Bilingual | "refused" | null> {
  const merchantId = sso === "ended" ? endedMerchantIn(cookies.get(ENDED_COOKIE)?.value) : null;
  if (merchantId !== null) return refusalInWords(await merchantEnded(prisma(), merchantId), "").message;
  return sso === "refused" || sso === "ended" ? "refused" : null;
}

export type DemoAccount = (typeof DEMO_ACCOUNTS)[number];
