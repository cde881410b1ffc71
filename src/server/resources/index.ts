import type { Operation } from "../operation.ts";
import { agents } from "./agents.ts";
import { events } from "./events.ts";
import { facts } from "./facts.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { memory } from "./memory.ts";
import { messages } from "./messages.ts";
import { upkeep } from "./operations.ts";
import { runs } from "./runs.ts";
import { sessions } from "./sessions.ts";
import { spaces } from "./spaces.ts";
import { state } from "./state.ts";
import { tokens } from "./tokens.ts";
import { transfer } from "./transfer.ts";
import { users } from "./users.ts";
import { webhooks } from "./webhooks.ts";

/** All operations under `/v1`. */
export const operations: readonly Operation[] = [
	...agents,
	...sessions,
	...events,
	...messages,
	...state,
	...transfer,
	...users,
	...memory,
	...facts,
	...runs,
	...spaces,
	...jobs,
	...webhooks,
	...keys,
	...tokens,
	...upkeep,
];
