/** @throws Error with every model that says too little */
export function readTables(schema: string): { table: string }[];
