import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const agents: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-agents.ts")).listAgents),
	bind(spec.show, async () => (await import("./show-agent.ts")).showAgent),
];
