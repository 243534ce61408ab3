export function listFirstScripts(): { page: string; files: string[]; bytes: number }[];
export const listHeavyPages: typeof listFirstScripts;
