import type { Role } from "@/lib/portal/acts/roles";
import { hashPassword } from "@/lib/portal/session/password";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/portal/wire/request";
import type { PortalRoute } from "@/lib/portal/with-portal";
import type { TestDatabase } from "@/tests/support/database";

export const PORTAL_ORIGIN = "http://portal.test";
export const TEST_PASSWORD = "correct horse battery";

/** Two merchants with their branches and a user of every role at the first one. */
export interface PortalWorld {
  merchantId: number;
  branchIds: readonly [number, number];
  inactiveBranchId: number;
  foreignMerchantId: number;
  foreignBranchId: number;
  /** User names by role; the cashier works at the first branch only. */
  usernames: Readonly<Record<Role, string>>;
}

export async function createPortalWorld({ prisma }: Pick<TestDatabase, "prisma">): Promise<PortalWorld> {
  const merchant = await prisma.merchant.create({
    data: { nameEn: "One", nameAr: "واحد", cashiersMayEnrol: true },
  });
  const foreign = await prisma.merchant.create({ data: { nameEn: "Two", nameAr: "اثنان" } });
  const branch = async (merchantId: number, number: number, isActive = true) =>
    (
      await prisma.branch.create({
        data: {
          merchantId,
          msisdn: `+2010000000${String(number).padStart(2, "0")}`,
          // A long name is what breaks a layout.
          nameEn: `Branch ${number}${isActive ? "" : " (closed until the renovation of the building is done)"}`,
          nameAr: `فرع ${number}${isActive ? "" : " (مغلق حتى انتهاء أعمال تجديد المبنى بالكامل)"}`,
          isActive,
        },
      })
    ).id;
  const branchIds = [await branch(merchant.id, 1), await branch(merchant.id, 2)] as const;
  const inactiveBranchId = await branch(merchant.id, 3, false);
  const foreignBranchId = await branch(foreign.id, 11);
  const password = await hashPassword(TEST_PASSWORD);
  const user = async (role: Role, branches: number[] = []) => {
    const created = await prisma.user.create({
      data: {
        name: `The ${role}`,
        email: `${role}@portal.invalid`,
        username: role,
        role,
        merchantId: role === "programme_operator" ? null : merchant.id,
        userBranches: { create: branches.map((branchId) => ({ branchId })) },
      },
    });
    await prisma.account.create({
      data: { userId: created.id, accountId: String(created.id), providerId: "credential", password },
    });
    return role;
  };
  return {
    merchantId: merchant.id,
    branchIds,
    inactiveBranchId,
    foreignMerchantId: foreign.id,
    foreignBranchId,
    usernames: {
      cashier: await user("cashier", [branchIds[0]]),
      supervisor: await user("supervisor"),
      merchant_admin: await user("merchant_admin"),
      read_only: await user("read_only"),
      marketing: await user("marketing"),
      finance: await user("finance"),
      programme_operator: await user("programme_operator"),
    },
  };
}

export interface PortalAnswer {
  status: number;
  headers: Headers;
  // The shape is what a test is about.
  body: Record<string, unknown> & { error?: { code: string; fields?: Record<string, { en: string }> } };
  /** The answer as it was sent; what is no JSON has an empty body. */
  text: string;
  bytes: ArrayBuffer;
}

export interface PortalCallOptions {
  method?: string;
  path?: string;
  body?: unknown;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A browser that keeps the cookies it is given and calls routes as the portal's pages do. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();

  async call(route: PortalRoute, options: PortalCallOptions = {}): Promise<PortalAnswer> {
    const { method = "GET", path = "/api/portal/test", body, params = {}, headers = {} } = options;
    const isChange = method !== "GET";
    const request = new Request(`${PORTAL_ORIGIN}${path}`, {
      method,
      headers: {
        host: new URL(PORTAL_ORIGIN).host,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(isChange && { origin: PORTAL_ORIGIN, [PORTAL_HEADER]: PORTAL_HEADER_VALUE }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: bytesOf(body) }),
    });
    const response = await route(request, { params: Promise.resolve(params) });
    this.#keep(response.headers.getSetCookie());
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const { status, headers: answered } = response;
    return { status, headers: answered, body: isJson ? JSON.parse(text) : {}, text, bytes };
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) this.cookies.delete(name);
      else this.cookies.set(name, value.join("="));
    }
  }
}

/** A text or a file goes as it is, anything else as JSON. */
function bytesOf(body: unknown): BodyInit {
  if (typeof body === "string" || body instanceof Uint8Array) return body as BodyInit;
  return JSON.stringify(body);
}
