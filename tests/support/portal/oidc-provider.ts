import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A sign-in service as small as one can be (OpenID Connect Core, code flow with PKCE). */
export interface OidcProvider {
  issuer: string;
  /** What a person does there: signs in as whom the claims say; `id_token` null: there is no ID token. Returns what the browser is sent back with. */
  signInAs(authorizationUrl: string, claims: Record<string, unknown>): Record<string, string>;
  close(): Promise<void>;
}

export const OIDC_CLIENT = { clientId: "points", clientSecret: "only-for-tests" };

export async function startOidcProvider(): Promise<OidcProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const given = new Map<string, { challenge: string; claims: Record<string, unknown> }>();
  const known = new Map<string, Record<string, unknown>>();
  let issuer = "";

  const idToken = (claims: Record<string, unknown>) => {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const standing = { iss: issuer, aud: OIDC_CLIENT.clientId, iat: now, exp: now + 300 };
    const text = `${part({ alg: "RS256", kid, typ: "JWT" })}.${part({ ...standing, ...claims })}`;
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
  };
  const exchange = (body: URLSearchParams) => {
    const code = given.get(body.get("code") ?? "");
    given.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (code === undefined || code.challenge !== challenge) return null;
    const token = { access_token: randomUUID(), token_type: "Bearer", expires_in: 300 };
    known.set(`Bearer ${token.access_token}`, code.claims);
    return code.claims.id_token === null ? token : { ...token, id_token: idToken(code.claims) };
  };

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (pathname === "/.well-known/openid-configuration")
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (pathname === "/keys")
      return answer(200, {
        keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }],
      });
    if (pathname === "/me") return answer(200, known.get(request.headers.authorization ?? "") ?? {});
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const tokens = pathname === "/token" ? exchange(new URLSearchParams(text)) : null;
    return tokens === null ? answer(400, { error: "invalid_grant" }) : answer(200, tokens);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    signInAs(authorizationUrl, claims) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      const nonce = asked.get("nonce");
      given.set(code, {
        challenge: asked.get("code_challenge") ?? "",
        claims: { ...(nonce !== null && { nonce }), ...claims },
      });
      return { code, state: asked.get("state") ?? "" };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
