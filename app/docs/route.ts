import { toPlace } from "@/lib/docs/answers";

/** Leads to the developer pages in the visitor's language. Addresses of the reference as it was here go on from there. */
export function GET(request: Request): Response {
  return toPlace(request, "index");
}
