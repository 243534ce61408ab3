/**
 * Next.js calls this once before it answers its first request. Under the service's own server everything is done by
 * then; under `next start` or any other host the settings are checked and the database is brought up to date here.
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js replaces this while it builds, and leaves the rest out of what has no Node.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { markSocketAddresses } = await import("@/lib/platform/http/socket-address");
  markSocketAddresses();
  const { prepareDatabase } = await import("@/lib/platform/database/prepare");
  await prepareDatabase();
}
