import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const login: readonly Command[] = [
	bind(spec.login, async () => (await import("./log-in.ts")).logIn),
	bind(spec.logout, async () => (await import("./log-out.ts")).logOut),
];
