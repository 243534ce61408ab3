import cluster from "node:cluster";
import { env } from "@/lib/platform/env";

// One program, three parts: the first process keeps the database and the workers, API workers answer everything under
// /api, page workers render pages. Each loads its own part only, so that an API worker starts in a fraction of a second.
if (cluster.isPrimary) await (await import("@/bin/server/primary")).runPrimary();
else if (env().pageSocket === undefined) await (await import("@/bin/server/api-worker")).runApiWorker();
else await (await import("@/bin/server/page-worker")).runPageWorker();
