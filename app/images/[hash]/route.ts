import { serveImage } from "@/lib/areas/deals/image-portal";

export const GET = serveImage;
