import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const users: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-users.ts")).listUsers),
	bind(spec.show, async () => (await import("./show-user.ts")).showUser),
	bind(spec.set, async () => (await import("./set-values.ts")).setValues),
	bind(spec.unset, async () => (await import("./unset-values.ts")).unsetValues),
	bind(spec.rekey, async () => (await import("./rekey-user.ts")).rekeyUser),
	bind(spec.rm, async () => (await import("./delete-user.ts")).deleteUser),
];
