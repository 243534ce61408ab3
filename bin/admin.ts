import { runAdmin } from "@/bin/admin/program";
import { closePools } from "@/lib/platform/database/pg-pools";
import { createLogTo } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";

// Standard output belongs to the answer; what the parts of the service have to log goes beside it.
processSingleton("log", () => createLogTo(process.stderr, "warn"));
process.exitCode = await runAdmin(process.argv.slice(2));
await closePools();
