import type { Holdfast } from "../../../interface.ts";
import type { MemoryScope, RebuildReport } from "../../../memory/index.ts";
import { rebuildReport } from "../../../wire/rebuild.ts";
import { answers, type Call } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { printRebuild, printRebuildSum } from "../../print/rebuild.ts";
import { Declined } from "../../usage-error.ts";
import { needAgent } from "../../whose-memory.ts";
import { rebuild } from "./spec.ts";

const PAGE = 500;

/** The agents that use the same space as this one. */
async function sharingAgents(hf: Holdfast, agentId: string): Promise<string[]> {
	const { items: defined } = await hf.agents.list();
	const spaceOf = ({ memory }: (typeof defined)[number]): unknown =>
		memory === false ? undefined : (memory as { space?: string }).space;
	const own = defined.find(({ id }) => id === agentId);
	const space = own && spaceOf(own);
	if (space === undefined) return [agentId];
	return defined.filter((one) => spaceOf(one) === space).map(({ id }) => id);
}

/** All users that have sessions. They are rebuilt one after the other, so that progress can be shown. */
async function everyScope(hf: Holdfast, agentId: string): Promise<MemoryScope[]> {
	const users = new Set<string | undefined>();
	for (const agent of await sharingAgents(hf, agentId)) {
		for (let cursor: string | undefined; ; ) {
			const page = await hf.sessions.list({ agentId: agent, limit: PAGE, cursor });
			for (const { userId } of page.items) users.add(userId);
			cursor = page.next;
			if (cursor === undefined) break;
		}
	}
	return [...users].map((userId) => (userId === undefined ? {} : { userId }));
}

async function rebuildAll(
	{ progress, err, signal }: Call<typeof rebuild>,
	hf: Holdfast,
	{ agent, scopes, dryRun }: { agent: string; scopes: readonly MemoryScope[]; dryRun: boolean },
): Promise<RebuildReport> {
	const shown = progress(dryRun ? "Reading" : "Rebuilding");
	const sum: RebuildReport = {
		dryRun,
		extractor: "",
		sessions: 0,
		added: [],
		removed: [],
		changed: [],
		unchanged: 0,
		kept: 0,
	};
	try {
		shown.at(0, scopes.length);
		for (const [i, scope] of scopes.entries()) {
			if (signal.aborted) {
				shown.end();
				const done = dryRun
					? "nothing was changed"
					: `the facts of ${i} of ${amount(scopes.length, "user")} were rebuilt`;
				err.line(`Stopped: ${done}. The same command starts from the beginning.`);
				throw new Declined("Stopped.", 130);
			}
			const report = await hf.memory(agent, scope).rebuild({ dryRun });
			sum.extractor = report.extractor;
			sum.sessions += report.sessions;
			sum.added.push(...report.added);
			sum.removed.push(...report.removed);
			sum.changed.push(...report.changed);
			sum.unchanged += report.unchanged;
			sum.kept += report.kept;
			shown.at(i + 1, scopes.length);
		}
		return sum;
	} finally {
		shown.end();
	}
}

const changes = ({ added, removed, changed }: RebuildReport): number =>
	added.length + removed.length + changed.length;

export const rebuildMemory = answers(rebuild, {
	answer: rebuildReport,
	async run(call) {
		const { options, open, out, globals, target, confirm } = call;
		const agent = await needAgent(options.agent, "memory rebuild", open);
		const hf = await open();
		const { user, everybody } = options;
		const scopes =
			user === undefined || everybody ? await everyScope(hf, agent) : [user === "" ? {} : { userId: user }];
		const planned = await rebuildAll(call, hf, { agent, scopes, dryRun: true });
		if (!options.apply || changes(planned) === 0) return planned;
		if (!globals.json) printRebuild(out, planned);
		const where = describeTarget(await target());
		await confirm(`Apply ${amount(changes(planned), "change")} to the facts of agent ${agent} on ${where}?`);
		return rebuildAll(call, hf, { agent, scopes, dryRun: false });
	},
	show(report, { out, err, options }) {
		// With --apply, the changes were printed before the question.
		if (options.apply && !report.dryRun) printRebuildSum(out, report);
		else printRebuild(out, report);
		if (report.dryRun && changes(report) > 0 && !options.apply)
			printParagraph(err, "Nothing was changed. Add --apply to apply the changes.");
	},
});
