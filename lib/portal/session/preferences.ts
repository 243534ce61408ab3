import { prisma } from "@/lib/platform/database/pools";

/** How the portal looks to a user; what is absent stays as it is. */
export interface PreferenceChanges {
  language?: string | undefined;
  theme?: string | undefined;
  density?: string | undefined;
  calendar?: string | undefined;
}

/** Keeps a user's choices, for every device they sign in on. */
export async function savePreferences(
  userId: number,
  { language, theme, density, calendar }: PreferenceChanges,
): Promise<void> {
  await prisma().user.update({
    where: { id: userId },
    data: {
      ...(language !== undefined && { locale: language }),
      ...(theme !== undefined && { theme }),
      ...(density !== undefined && { density }),
      ...(calendar !== undefined && { calendar }),
    },
  });
}

/** The choices a user has made so far. */
export async function readPreferences(userId: number): Promise<Required<PreferenceChanges>> {
  const { locale, theme, density, calendar } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { locale: true, theme: true, density: true, calendar: true },
  });
  return {
    language: locale ?? undefined,
    theme: theme ?? undefined,
    density: density ?? undefined,
    calendar: calendar ?? undefined,
  };
}
