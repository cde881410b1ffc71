import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const sessions: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-sessions.ts")).listSessions),
	bind(spec.show, async () => (await import("./show-session.ts")).showSession),
	bind(spec.state, async () => (await import("./show-state.ts")).showState),
	bind(spec.fork, async () => (await import("./fork-session.ts")).forkSession),
	bind(spec.rekey, async () => (await import("./rekey-session.ts")).rekeySession),
	bind(spec.mode, async () => (await import("./set-mode.ts")).setMode),
	bind(spec.post, async () => (await import("./post-message.ts")).postMessage),
	bind(spec.end, async () => (await import("./end-session.ts")).endSession),
	bind(spec.rm, async () => (await import("./delete-session.ts")).deleteSession),
];
