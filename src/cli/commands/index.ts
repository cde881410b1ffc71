import type { Command } from "../command.ts";
import { agents } from "./agents/index.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [...agents];
