import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const doctor: readonly Command[] = [
	bind(spec.doctor, async () => (await import("./run-doctor.ts")).runDoctor),
];
