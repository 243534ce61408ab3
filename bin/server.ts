import cluster from "node:cluster";

// One program, two parts: the first process keeps the database and the workers, the workers answer requests. Each loads
// its own part only: tills wait while a service that was killed is started again.
if (cluster.isPrimary) await (await import("@/bin/server/primary")).runPrimary();
else await (await import("@/bin/server/worker")).runWorker();
