import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const copy: readonly Command[] = [
	bind(spec.copy, async () => (await import("./copy-installation.ts")).copyInstallation),
];
