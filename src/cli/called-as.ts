import type { Terminal } from "./terminal.ts";

/** How to call the command line here. npm sets a path of its own, so that `holdfast` may be missing from the user's path. */
export const calledAs = (env: Terminal["env"]): string => (env.npm_execpath ? "npx holdfast" : "holdfast");
