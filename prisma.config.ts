/**
 * For the Prisma CLI only, which scripts/generate.mjs fetches when it needs it; the service itself reads nothing here. The
 * address is empty for commands that need no database, such as generate.
 */
export default {
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
};
