import { toPlace } from "@/lib/docs/answers";

/** Leads to the API reference in the reader's language; browsers keep the operation that the address names after `#`. */
export function GET(request: Request): Response {
  return toPlace(request, "reference");
}
