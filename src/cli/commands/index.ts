import type { Command } from "../command.ts";
import { agents } from "./agents/index.ts";
import { bench } from "./bench/index.ts";
import { chat } from "./chat/index.ts";
import { completion } from "./completion/index.ts";
import { copy } from "./copy/index.ts";
import { dev } from "./dev/index.ts";
import { doctor } from "./doctor/index.ts";
import { events } from "./events/index.ts";
import { exportCommand } from "./export/index.ts";
import { facts } from "./facts/index.ts";
import { importCommand } from "./import/index.ts";
import { init } from "./init/index.ts";
import { jobs } from "./jobs/index.ts";
import { keys } from "./keys/index.ts";
import { login } from "./login/index.ts";
import { memory } from "./memory/index.ts";
import { run } from "./run/index.ts";
import { runs } from "./runs/index.ts";
import { serve } from "./serve/index.ts";
import { sessions } from "./sessions/index.ts";
import { spaces } from "./spaces/index.ts";
import { tokens } from "./tokens/index.ts";
import { upkeep } from "./upkeep/index.ts";
import { users } from "./users/index.ts";
import { webhooks } from "./webhooks/index.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
	...dev,
	...serve,
	...init,
	...chat,
	...run,
	...memory,
	...facts,
	...agents,
	...sessions,
	...events,
	...users,
	...runs,
	...spaces,
	...keys,
	...tokens,
	...jobs,
	...webhooks,
	...upkeep,
	...exportCommand,
	...importCommand,
	...copy,
	...doctor,
	...login,
	...completion(() => commands),
	...bench,
];
