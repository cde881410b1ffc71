import { HoldfastError } from "../../../error/index.ts";
import type { User } from "../../../user/index.ts";
import { shownUser } from "../../../wire/cli/users.ts";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { printFacts } from "../../print/facts.ts";
import { printValues } from "../../print/values.ts";
import { ago } from "../../screen/ago.ts";
import { bold, dim, type Screen } from "../../screen/screen.ts";
import { printFields } from "../../screen/table.ts";
import { show } from "./spec.ts";
import { countSessions, factsOf } from "./what-user-has.ts";

export const showUser = answers(show, {
	answer: shownUser,
	async run({ args, open }) {
		const hf = await open();
		const [sessions, facts] = [await countSessions(hf, args.user), await factsOf(hf, args.user)];
		const found = await hf.users.get(args.user).catch((error: unknown) => {
			throw sessions + facts.length > 0 && HoldfastError.isInstance(error) && error.code === "not_found"
				? nothingNoted(args.user, sessions, facts.length)
				: error;
		});
		return { ...found, sessions, facts };
	},
	show({ sessions, facts, ...found }, { out }) {
		printUser(out, found, sessions);
		if (facts.length === 0) return;
		out.line("\n", dim(`FACTS (${facts.length})`));
		printFacts(out, facts);
	},
});

/** The user has sessions or facts, but no record. */
const nothingNoted = (userId: string, sessions: number, facts: number): HoldfastError =>
	new HoldfastError(
		"not_found",
		`user ${JSON.stringify(userId)} has no variables, metadata or name, but ${amount(sessions, "session")} and ${amount(facts, "fact")}; ` +
			"to list them: `holdfast sessions ls --user <id>` and `holdfast facts ls --agent <id> --user <id>`; to delete them: `holdfast users rm <id>`",
	);

/** Prints a user as text. */
export function printUser(out: Screen, found: User, sessions?: number): void {
	out.line(bold(found.userId));
	printFields(out, [
		["name", found.displayName],
		["sessions", sessions],
		["created", `${found.createdAt} (${ago(found.createdAt)})`],
		["updated", `${found.updatedAt} (${ago(found.updatedAt)})`],
	]);
	printValues(out, "VARIABLES", found.variables);
	printValues(out, "METADATA", found.metadata);
}
