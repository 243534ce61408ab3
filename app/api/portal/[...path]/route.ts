import { serve } from "@/lib/points-api/next-door";
import { servePortal } from "@/lib/portal/serve";
import { AREAS } from "../areas";

const answer = servePortal(AREAS, serve(null).GET);

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
