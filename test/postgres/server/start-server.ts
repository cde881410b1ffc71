import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BARE_ENV } from "./find-binaries.ts";
import { findPort } from "./find-port.ts";
import { newGuardedFolder } from "./guard-folder.ts";
import { copyFolder, PASSWORD, prepareHome, type ServerHome } from "./prepare-home.ts";
import { signal, signalAll } from "./server-processes.ts";
import { sharedHome } from "./shared-server.ts";

export interface ServerOptions {
	/** Taken as it is; without it, one that is free. */
	port?: number;
	/** More settings for the server, as `name=value`. */
	flags?: string[];
	/** Whether commits reach the disk before they are confirmed. Off, only a crash of the machine can lose them. */
	durable?: boolean;
	/** What to start from; without it, what the test run has prepared, else prepared anew. */
	home?: ServerHome;
}

/** A PostgreSQL server of one's own. It ends with this process at the latest. */
export interface TestServer {
	/** As superuser. */
	url: string;
	port: number;
	/** Holds its data in `data` and what it logs in `log`. */
	folder: string;
	/** Ends it as a crash would: in the middle of what it does. Resolves when it is gone. */
	kill(): Promise<void>;
	/** Starts it again after `kill`, on the same data and port. Resolves when it accepts connections. */
	start(): Promise<void>;
	/** Stops all its processes where they are: connections stay open and nobody answers. */
	pause(): void;
	resume(): void;
	/** Shuts it down and removes the folder. */
	stop(): Promise<void>;
}

const COMMON = [
	"listen_addresses=127.0.0.1",
	"unix_socket_directories=",
	"max_connections=300",
	"shared_buffers=64MB",
	"max_wal_size=256MB",
	"log_checkpoints=off",
	"timezone=UTC",
	"log_timezone=UTC",
];
const HASTY = ["fsync=off", "full_page_writes=off"];

const ATTEMPTS = 10;

class PortTaken extends Error {}

/** Whether the server with this main process accepts connections: the last line of its lock file says so. */
async function isReady(folder: string, pid: number | undefined): Promise<boolean> {
	const text = await readFile(join(folder, "data", "postmaster.pid"), "utf8").catch(() => "");
	const lines = text.split("\n");
	return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/** Starts a server, and a guard that ends it and removes its folder should this process die. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
	const { folder, release } = await newGuardedFolder();
	const data = join(folder, "data");
	let port = options.port ?? 0;
	let child: ChildProcess | undefined;
	let paused = false;

	const settings = [...COMMON, ...(options.durable ? [] : HASTY), ...(options.flags ?? [])];

	const prepare = async (): Promise<ServerHome> => {
		const prepared = options.home ?? (await sharedHome());
		const home = prepared ?? (await prepareHome(folder));
		if (prepared) await copyFolder(home.template, data);
		else await rename(home.template, data);
		return home;
	};

	const launch = async (home: ServerHome): Promise<void> => {
		const log = join(folder, "log");
		const output = openSync(log, "a");
		const started = spawn(
			join(home.native, "bin", "postgres"),
			["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
			// A session of its own: an interrupt typed at the terminal is for the tests.
			{ ...home.user, cwd: "/", env: BARE_ENV, detached: true, stdio: ["ignore", output, output] },
		);
		closeSync(output);
		const failure = once(started, "exit").then(async () => {
			const text = await readFile(log, "utf8");
			const message = `PostgreSQL on port ${port} did not start:\n${text.slice(-2000)}`;
			throw text.includes("could not bind") ? new PortTaken(message) : new Error(message);
		});
		failure.catch(() => undefined); // once it has started, it may end
		while (!(await isReady(folder, started.pid))) await Promise.race([failure, pause(10)]);
		started.unref();
		child = started;
	};

	/** Resolves when the main process is gone, which waits for all others. */
	const end = async (name: "SIGINT" | "SIGQUIT"): Promise<void> => {
		const ending = child;
		child = undefined;
		if (ending?.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
		ending.ref();
		const gone = once(ending, "exit");
		// What is stopped gets the signal before it runs on.
		if (paused) {
			signalAll(ending.pid, name);
			signalAll(ending.pid, "SIGCONT");
			paused = false;
		} else {
			signal(ending.pid, name);
		}
		await gone;
	};

	const stop = async (): Promise<void> => {
		await end("SIGINT");
		await release();
	};

	try {
		const home = await prepare();
		for (let attempt = 1; child === undefined; attempt++) {
			port = options.port ?? (await findPort());
			await launch(home).catch((error) => {
				if (!(error instanceof PortTaken) || options.port !== undefined || attempt === ATTEMPTS) throw error;
			});
		}
		return {
			url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
			port,
			folder,
			kill: () => end("SIGQUIT"),
			async start() {
				if (child) throw new Error("the server runs already");
				await launch(home);
			},
			pause() {
				if (child?.pid === undefined) throw new Error("the server does not run");
				signalAll(child.pid, "SIGSTOP");
				paused = true;
			},
			resume() {
				if (child?.pid !== undefined) signalAll(child.pid, "SIGCONT");
				paused = false;
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
