import { packageVersion } from "../../../config/package-files.ts";
import { HoldfastError } from "../../../error/index.ts";
import type { ModelFlaw } from "../../../model/index.ts";
import { serve as openServer } from "../../../server/index.ts";
import { describeRetention } from "../../../session/index.ts";
import type { AgentInfo } from "../../../turn/index.ts";
import { type Started, started } from "../../../wire/cli/serve.ts";
import { type Call, streams } from "../../command.ts";
import { checkConfigured } from "../../connect/check-configured.ts";
import { describeDatabase } from "../../connect/describe-server.ts";
import { localTarget } from "../../connect/local-target.ts";
import { connectOwn } from "../../connect/own-server.ts";
import { setUpLocal } from "../../connect/set-up-local.ts";
import { yellow } from "../../screen/screen.ts";
import { untilStopped } from "../../until-stopped.ts";
import { UsageError } from "../../usage-error.ts";
import { serve } from "./spec.ts";

type ServeCall = Call<typeof serve>;

export const startServer = streams(serve, {
	line: started,
	async *run(call: ServeCall): AsyncGenerator<Started> {
		const { args, options, terminal, out, signal } = call;
		const target = localTarget({ ...options, folder: args.folder }, terminal);
		if (target.config === undefined && target.store === undefined)
			throw new UsageError(
				"no holdfast.yaml in this folder; use --config or --store, or try `holdfast dev` first",
			);
		const setUp = await setUpLocal(target, { env: terminal.env, model: options.model, isProduction: true });
		const { config } = setUp;
		const flaws = await checkConfigured(setUp.options, terminal.env);
		if (!options.allowMissingModel) refuse(flaws);
		const host = options.host ?? config.server?.host;
		const adminKey = terminal.env.HOLDFAST_ADMIN_KEY || config.server?.adminKey;
		const server = await openServer({
			...setUp.options,
			...config.server,
			...(options.port !== undefined && { port: options.port }),
			...(host !== undefined && { host }),
			...(adminKey !== undefined && { adminKey }),
			reload: false,
			logger: options.log && ((entry) => out.json(entry)),
		});
		try {
			const hf = await connectOwn(server, { host, adminKey });
			const { items: agents } = await hf.agents.list();
			const { retention } = await hf.about();
			await hf.close();
			warn(call, flaws, agents);
			const store = describeDatabase(config.database, terminal.cwd);
			const ids = agents.map(({ id }) => id);
			yield {
				url: server.url,
				port: server.port,
				agents: ids,
				store,
				model: setUp.model.name,
				...(retention && { retention: describeRetention(retention) }),
			};
			await untilStopped(signal);
		} finally {
			await server.close();
		}
	},
	show({ url, agents, store, retention }, { err }) {
		const count = agents.length === 1 ? "1 agent" : `${agents.length} agents`;
		err.line(`Holdfast ${packageVersion()} listening on ${url} (${count}, ${store})`);
		if (retention !== undefined) err.line(`Retention: ${retention}`);
	},
});

/** Refuses to start if a model cannot answer: every request to its agents would fail. */
function refuse(flaws: readonly ModelFlaw[]): void {
	const problems = flaws.filter(({ status }) => status === "problem").map(({ message }) => message);
	if (problems.length === 0) return;
	const message = `${problems.join("\n")}\nThe server was not started. \`--allow-missing-model\` starts it anyway.`;
	throw new HoldfastError("capability_missing", message, { problems });
}

/** Warnings that an operator should see before users notice. */
function warn({ err }: ServeCall, flaws: readonly ModelFlaw[], agents: readonly AgentInfo[]): void {
	for (const { message } of flaws) err.line(yellow("! "), message);
	const onDemo = agents.filter(({ model }) => model === "demo").map(({ id }) => id);
	if (onDemo.length > 0)
		err.line(
			yellow("! "),
			onDemo.join(", "),
			" will answer with the demo model; set a real one with model: in holdfast.yaml, or HOLDFAST_MODEL",
		);
}
