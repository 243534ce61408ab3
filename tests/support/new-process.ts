import { register } from "prom-client";
import { forgetSingletons } from "@/lib/platform/process-singleton";

// Test files share a process, so that each module is loaded once; none finds what the one before it has left.
register.clear();
forgetSingletons();
