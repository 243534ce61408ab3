import { portalQuery } from "@/components/kit/query";
import { answer } from "./answers";

export const sessionsQuery = portalQuery({
  key: ["account", "sessions"],
  answer: answer("sessionListSchema"),
  path: "account/sessions",
});

/** Where the user signed in before. */
export const devicesQuery = portalQuery({
  key: ["account", "devices"],
  answer: answer("deviceListSchema"),
  path: "account/devices",
});

/** The user's own passkeys. */
export const passkeysQuery = portalQuery({
  key: ["account", "passkeys"],
  answer: answer("passkeyListSchema"),
  path: "account/passkeys",
});

/** How the user's own second factor stands. */
export const twoFactorQuery = portalQuery({
  key: ["account", "twoFactor"],
  answer: answer("twoFactorStateSchema"),
  path: "account/two-factor",
});

/** Whether the user has a PIN to approve with. */
export const staffPinQuery = portalQuery({
  key: ["account", "staffPin"],
  answer: async () => (await import("@/lib/areas/approvals/schemas")).staffPinStatusSchema,
  path: "account/pin",
});

/** Whose link it is, and what it is for. A link does not change while it is looked at, and the token is kept no longer. */
export const linkQuery = (token: string) =>
  portalQuery({
    key: ["account", "link", token],
    answer: answer("linkHolderSchema"),
    path: "link",
    body: { token },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
