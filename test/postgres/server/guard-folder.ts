import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BARE_ENV, binaries } from "./find-binaries.ts";

/*
 * Waits until its input ends: that is when the guard is released, and also when the process that holds it dies, in
 * whatever way. Then it ends the server of the folder, if one runs, and removes the folder; at once may be too early,
 * when a program of the dead process still writes there.
 */
const GUARD = `
while read -r _; do :; done
if pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null); then
	kill -CONT "$pid"; kill -QUIT "$pid"
	while kill -0 "$pid"; do sleep 1; done
fi 2>/dev/null
for attempt in 1 2 3 4 5; do rm -rf "$1" && break; sleep 1; done
`;

export interface GuardedFolder {
	folder: string;
	/** Removes the folder; resolves when it is gone. */
	release(): Promise<void>;
}

/** A new folder of the server's user that, with the server in its `data`, does not outlive this process. */
export async function newGuardedFolder(): Promise<GuardedFolder> {
	const { user } = binaries();
	const folder = await mkdtemp(join(tmpdir(), "holdfast-postgres-"));
	// A session of its own: an interrupt typed at the terminal is not for the guard.
	const guard = spawn("sh", ["-c", GUARD, "sh", folder], {
		cwd: "/",
		detached: true,
		env: BARE_ENV,
		stdio: ["pipe", "ignore", "ignore"],
	});
	const gone = once(guard, "exit");
	gone.catch(() => undefined); // reported by release()
	guard.unref();
	// A pipe to a child is a socket, whatever its type says. It must not keep this process alive.
	(guard.stdin as Socket).unref();
	if (user) await chown(folder, user.uid, user.gid);
	return {
		folder,
		async release() {
			guard.ref();
			guard.stdin.end();
			await gone;
		},
	};
}
