import { askForPasskey } from "@/lib/areas/account/passkeys";
import { passkeyChallengeSchema } from "@/lib/areas/account/schemas";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** What a passkey is to sign, for a sign-in or as a proof that it is oneself. Says nothing about anybody. */
export const POST = withPublicPortal({
  reach: "self",
  answer: passkeyChallengeSchema,
  handler: async ({ setCookies }) => {
    const { options, cookies } = await askForPasskey();
    setCookies(cookies);
    return { options: { ...options } };
  },
});
