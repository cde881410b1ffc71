import { packageVersion } from "../../../config/package-files.ts";
import type { Holdfast } from "../../../interface.ts";
import { type HoldfastServer, serve } from "../../../server/index.ts";
import { type Started, started } from "../../../wire/cli/serve.ts";
import { calledAs } from "../../called-as.ts";
import { chooseSession } from "../../chat/choose-session.ts";
import { localUser } from "../../chat/default-user.ts";
import { startChat } from "../../chat/start-chat.ts";
import { type Call, streams } from "../../command.ts";
import { checkConfigured } from "../../connect/check-configured.ts";
import { describeDatabase, shortPath } from "../../connect/describe-server.ts";
import { localTarget } from "../../connect/local-target.ts";
import { connectOwn } from "../../connect/own-server.ts";
import { type SetUp, setUpLocal } from "../../connect/set-up-local.ts";
import { dim, type Screen, yellow } from "../../screen/screen.ts";
import { untilStopped } from "../../until-stopped.ts";
import { findPort, USUAL_PORT } from "./find-port.ts";
import { type FirstScreen, printFirstScreen } from "./first-screen.ts";
import { dev } from "./spec.ts";
import { tellChange } from "./tell-change.ts";
import { watchAgents } from "./watch-agents.ts";

type DevCall = Call<typeof dev>;

/** The first screen. Its JSON contains only what programs need. */
type Listening = FirstScreen & { toJSON(): Started };

/** A short drain time: after Ctrl-C the server should stop quickly. */
const DRAIN_MS = 500;

export const startDev = streams(dev, {
	line: started,
	async *run(call: DevCall): AsyncGenerator<Listening> {
		const { args, options, terminal } = call;
		const target = localTarget({ ...options, folder: args.folder }, terminal);
		const setUp = await setUpLocal(target, { env: terminal.env, model: options.model });
		const { port, taken } = await portOf(call, setUp);
		const server = await serve({
			...setUp.options,
			...setUp.config.server,
			port,
			reload: true,
			drainMs: DRAIN_MS,
		});
		try {
			const hf = await connectOwn(server, setUp.config.server ?? {});
			try {
				if (options.agent !== undefined) await hf.agents.get(options.agent);
				const seen = await describe(call, setUp, { server, hf, taken });
				yield seen;
				await attend(call, setUp, hf, seen);
			} finally {
				await hf.close({ cancel: true });
			}
		} finally {
			await server.close();
		}
		if (!call.globals.json) call.out.line(dim("Stopped."));
	},
	show: (listening, { out }) => printFirstScreen(out, listening),
});

/** The configured port; by default the usual one, or the next free one. */
async function portOf({ options }: DevCall, { config }: SetUp): Promise<{ port: number; taken?: number }> {
	const asked = options.port ?? config.server?.port;
	if (asked !== undefined) return { port: asked };
	const port = await findPort(config.server?.host ?? "127.0.0.1");
	return port === USUAL_PORT ? { port } : { port, taken: USUAL_PORT };
}

async function describe(
	{ globals, err, terminal }: DevCall,
	{ config, hasExamples, model, options }: SetUp,
	{ server, hf, taken }: { server: HoldfastServer; hf: Holdfast; taken: number | undefined },
): Promise<Listening> {
	const { items: agents } = await hf.agents.list();
	const store = describeDatabase(config.database, terminal.cwd);
	const { url, port } = server;
	const problems = (await checkConfigured(options, terminal.env)).map(({ message }) => message);
	// The first screen shows them. With --json there is no first screen.
	if (globals.json) for (const problem of problems) err.line(yellow("! "), problem);
	return {
		version: packageVersion(),
		calledAs: calledAs(terminal.env),
		url,
		taken,
		agents,
		store,
		model,
		hasExamples,
		hasKey: config.server?.adminKey !== undefined,
		hasConsole: config.server?.console !== false,
		folder: config.agents === undefined ? undefined : withDot(shortPath(config.agents, terminal.cwd)),
		problems,
		toJSON: () => ({ url, port, agents: agents.map(({ id }) => id), store, model: model.name }),
	};
}

/** Runs until it is stopped: reports changed files, and opens the chat on a terminal. */
async function attend(call: DevCall, { config }: SetUp, hf: Holdfast, seen: FirstScreen): Promise<void> {
	const { globals, options, out, signal, terminal } = call;
	/** Prints above the line that is being typed, if there is a chat. */
	let tell: (print: (screen: Screen) => void) => void = (print) => print(out);
	const watching =
		config.agents === undefined || globals.json
			? undefined
			: await watchAgents(config.agents, {
					shown: (file) => shortPath(file, terminal.cwd),
					tell: (change) => tell((screen) => tellChange(screen, change)),
				});
	try {
		const agentId = options.agent ?? seen.agents[0]?.id;
		const isTyped = terminal.stdin.isTTY === true && out.isTty && !globals.json;
		if (isTyped && !options.noChat && agentId !== undefined) {
			const userId = terminal.env.HOLDFAST_USER || undefined;
			const choice = {
				agentId,
				userId,
				continues: options.continue,
				defaultUser: localUser(terminal.env),
			};
			const { ref, session } = await chooseSession(hf, choice);
			const onTell = (given: typeof tell): void => {
				tell = given;
			};
			const comeBack = `${calledAs(terminal.env)} chat ${agentId} -c`;
			await startChat({ hf, ref, session, terminal, out, signal, comeBack, onTell });
		} else {
			if (!globals.json)
				out.line(dim(`  To chat: ${howToTalk(seen)}${isTyped ? "   Press Ctrl-C to stop." : ""}\n`));
			await untilStopped(signal);
		}
	} finally {
		await watching?.close();
	}
}

/** A folder as you would type it. */
const withDot = (path: string): string => (/^[./\\]|^[A-Za-z]:/.test(path) ? path : `./${path}`);

const howToTalk = ({ agents, calledAs: called, url, taken }: FirstScreen): string =>
	`${called} chat${agents.length === 1 ? "" : ` ${agents[0]?.id ?? ""}`}${taken === undefined ? "" : ` --url ${url}`}`;
