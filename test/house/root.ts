import { fileURLToPath } from "node:url";

/** The absolute path of something in the repository. */
export const root = (path = ""): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
