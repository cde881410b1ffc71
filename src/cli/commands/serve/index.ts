import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const serve: readonly Command[] = [
	bind(spec.serve, async () => (await import("./start-server.ts")).startServer),
];
