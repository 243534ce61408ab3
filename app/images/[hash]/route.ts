import { serveImage } from "@/lib/http/image";

export const GET = serveImage;
