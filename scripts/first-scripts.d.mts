/** See first-scripts.mjs. */
export const FIRST_SCRIPT_MAX: number;
export function listFirstScripts(): { page: string; files: string[]; bytes: number }[];
