import { portalQuery } from "@/components/kit/query";

/** How far a test client has come; asked for again while the page is open, because its maker is at work. */
export const certificationQuery = (clientId: number) =>
  portalQuery({
    key: ["clients", "certification", clientId],
    answer: async () => (await import("@/lib/areas/certification/schemas")).certificationSchema,
    path: `manage/clients/${clientId}/certification`,
    refetchInterval: 5_000,
  });
