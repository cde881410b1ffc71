import { command } from "../../command.ts";
import { paging } from "../../options.ts";

const user = { about: "the id of the user" };

export const ls = command({
	name: "users ls",
	about: "list users who have variables, metadata or a name, by id",
	details:
		"Others, of whom there are only sessions and facts, are told by `holdfast sessions ls`; `users rm` deletes those as well.",
	options: paging,
	examples: [{ type: "holdfast users ls", to: "list them" }],
});

export const show = command({
	name: "users show",
	about: "show a user: variables, metadata, number of sessions, facts",
	args: { user },
	examples: [{ type: "holdfast users show ada", to: "show what is known of ada" }],
});

export const set = command({
	name: "users set",
	about: "set variables of a user, who is made if not there",
	details:
		"A value that is JSON is taken as it is (36, true, null, [1,2]); anything else is text. Variables are told to agents; metadata never is.",
	args: { user, values: { about: "variables as name=value", optional: true, many: true } },
	options: {
		metadata: {
			value: "texts",
			short: "m",
			placeholder: "name=value",
			about: "set metadata; may be given several times",
		},
		displayName: { value: "text", placeholder: "name", about: 'set the name; "" removes it' },
	},
	creates: true,
	examples: [
		{ type: "holdfast users set ada city=Lisbon age=36", to: "tell agents where ada lives, and her age" },
		{ type: "holdfast users set ada --display-name Ada -m crm=1815", to: "set her name, and a key of yours" },
	],
});

export const unset = command({
	name: "users unset",
	about: "remove variables of a user",
	args: { user, names: { about: "names of variables", optional: true, many: true } },
	options: {
		metadata: {
			value: "texts",
			short: "m",
			placeholder: "name",
			about: "remove metadata; may be given several times",
		},
	},
	examples: [{ type: "holdfast users unset ada city", to: "remove one" }],
});

export const rekey = command({
	name: "users rekey",
	about: "move everything of a user to another user id",
	args: { from: { about: "the id of now" }, to: { about: "the id to come" } },
	options: { merge: { value: "flag", about: "if there is such a user: put both together" } },
	asks: true,
	examples: [{ type: "holdfast users rekey anon-1 ada", to: "ask, and move what anon-1 has to ada" }],
});

export const rm = command({
	name: "users rm",
	about: "delete a user for good, with all sessions, facts and state",
	args: { user },
	asks: true,
	examples: [{ type: "holdfast users rm ada", to: "ask, and delete all there is of ada" }],
});
