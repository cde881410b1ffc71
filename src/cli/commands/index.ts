import type { Command } from "../command.ts";
import { agents } from "./agents/index.ts";
import { chat } from "./chat/index.ts";
import { dev } from "./dev/index.ts";
import { events } from "./events/index.ts";
import { exportCommand } from "./export/index.ts";
import { importCommand } from "./import/index.ts";
import { init } from "./init/index.ts";
import { jobs } from "./jobs/index.ts";
import { keys } from "./keys/index.ts";
import { run } from "./run/index.ts";
import { runs } from "./runs/index.ts";
import { serve } from "./serve/index.ts";
import { tokens } from "./tokens/index.ts";
import { webhooks } from "./webhooks/index.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
	...dev,
	...serve,
	...init,
	...chat,
	...run,
	...agents,
	...events,
	...runs,
	...keys,
	...tokens,
	...jobs,
	...webhooks,
	...exportCommand,
	...importCommand,
];
