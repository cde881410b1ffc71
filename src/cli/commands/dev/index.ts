import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const dev: readonly Command[] = [
	bind(spec.dev, async () => (await import("./start-dev.ts")).startDev),
];
