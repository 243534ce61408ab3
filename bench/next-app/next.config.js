/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Checked with the whole project.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: new URL("../..", import.meta.url).pathname },
  serverExternalPackages: ["pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
};

export default config;
