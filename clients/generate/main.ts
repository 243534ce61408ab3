import { writeFileSync } from "node:fs";
import { openApiDocument } from "@/lib/points-api/openapi";
import { contractTypes } from "./contract-types";

writeFileSync("clients/typescript/src/contract.ts", contractTypes(openApiDocument()));
