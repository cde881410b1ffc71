import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const keys: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-keys.ts")).listKeys),
	bind(spec.create, async () => (await import("./create-key.ts")).createKey),
	bind(spec.revoke, async () => (await import("./revoke-key.ts")).revokeKey),
];
