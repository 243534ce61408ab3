import cluster from "node:cluster";
import { runPrimary } from "@/bin/server/primary";
import { runWorker } from "@/bin/server/worker";

// One program, two parts: the first process keeps the database and the workers, the workers answer requests.
await (cluster.isPrimary ? runPrimary() : runWorker());
