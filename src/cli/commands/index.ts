import type { Command } from "../command.ts";
import { agents } from "./agents/index.ts";
import { exportCommand } from "./export/index.ts";
import { importCommand } from "./import/index.ts";
import { jobs } from "./jobs/index.ts";
import { keys } from "./keys/index.ts";
import { tokens } from "./tokens/index.ts";
import { webhooks } from "./webhooks/index.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
	...agents,
	...keys,
	...tokens,
	...jobs,
	...webhooks,
	...exportCommand,
	...importCommand,
];
