import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const events: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-events.ts")).listEvents),
	bind(spec.tail, async () => (await import("./tail-events.ts")).tailEvents),
	bind(spec.erase, async () => (await import("./erase-events.ts")).eraseEvents),
];
