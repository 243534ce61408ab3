import fc from "fast-check";
import { SEED } from "./rounds";

// A failure names the seed with which it comes again.
fc.configureGlobal({ seed: SEED });
