interface FirstScripts {
  page: string;
  files: string[];
  bytes: number;
}
/** See first-scripts.mjs. */
export function listFirstScripts(): FirstScripts[];
export function listHeavyPages(): FirstScripts[];
