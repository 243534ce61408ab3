import { defineConfig } from "prisma/config";

/**
 * For the Prisma CLI only; the service itself reads nothing here. The address is empty for commands that need no
 * database, such as generate.
 */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
