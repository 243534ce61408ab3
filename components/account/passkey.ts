"use client";

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import { send } from "@/components/kit/contract";
import { session } from "@/lib/areas/account/session-contract";
import type { Language } from "@/lib/platform/language";

/** A passkey belongs to a name; a number of the network is none (WebAuthn, RP ID). */
const BARE_ADDRESS = /^[\d.]+$|:/;

/** Whether passkeys can be used here: the browser has them, and the page came by a name over https, or from this device. */
function hasPasskeys(): boolean {
  if (typeof window === "undefined" || BARE_ADDRESS.test(window.location.hostname)) return false;
  return window.isSecureContext && "PublicKeyCredential" in window;
}

const browserPart = () => import("@simplewebauthn/browser");

/** A passkey's signature under a challenge of the server. Rejects when the person thinks better of it. */
async function sign(useBrowserAutofill: boolean) {
  const [{ startAuthentication }, { options }] = await Promise.all([
    browserPart(),
    send(session.askForPasskey),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill })) };
}

/** Proves with a passkey that it is oneself. */
export const signForProof = () => sign(false);

/**
 * Signs in with a passkey. With `isAutofill` the browser offers it in the field of the user name, and nothing happens until one is
 * chosen; null where the browser cannot.
 */
export async function signInWithPasskey({
  language,
  isAutofill = false,
}: {
  language?: Language | undefined;
  isAutofill?: boolean;
}) {
  if (isAutofill && !(await (await browserPart()).browserSupportsWebAuthnAutofill())) return null;
  const response = await sign(isAutofill);
  const body = { response, ...(language !== undefined && { language }) };
  return send(session.signInWithPasskey, { body });
}

/** Makes a passkey on this device for the user, who has proved that it is them. */
export async function makePasskey(options: Record<string, unknown>, name: string) {
  const [{ startRegistration }, { account }] = await Promise.all([
    browserPart(),
    import("@/lib/areas/account/contract"),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = { ...(await startRegistration({ optionsJSON })) };
  return send(account.addPasskey, { body: { name, response } });
}

/** Whether passkeys can be used here; false until the browser has been asked, after what the server has drawn. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(hasPasskeys()), []);
  return has;
}
