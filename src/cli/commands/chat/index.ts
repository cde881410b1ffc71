import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const chat: readonly Command[] = [
	bind(spec.chat, async () => (await import("./chat-with-agent.ts")).chatWithAgent),
];
