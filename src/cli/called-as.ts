import type { Terminal } from "./terminal.ts";

/** How the command line is called where this was started: npm, which sets its own path, puts no `holdfast` on that of the user. */
export const calledAs = (env: Terminal["env"]): string => (env.npm_execpath ? "npx holdfast" : "holdfast");
