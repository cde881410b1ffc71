import { command } from "../../command.ts";
import { paging } from "../../options.ts";

const user = { about: "user id" };

export const ls = command({
	name: "users ls",
	about: "list the users that have variables, metadata or a name, sorted by id",
	details:
		"Users that have only sessions and facts are not listed; `holdfast sessions ls` shows them. `users rm` deletes them too.",
	options: paging,
	examples: [{ type: "holdfast users ls", to: "list the users" }],
});

export const show = command({
	name: "users show",
	about: "show a user: variables, metadata, number of sessions and facts",
	args: { user },
	examples: [{ type: "holdfast users show ada", to: "show ada" }],
});

export const set = command({
	name: "users set",
	about: "set variables of a user; creates the user if needed",
	details:
		"A value that is valid JSON is stored as JSON (36, true, null, [1,2]); any other value is text. Every prompt shows the variables of its user. No prompt shows metadata.",
	args: { user, values: { about: "variables, as name=value", optional: true, many: true } },
	options: {
		metadata: {
			value: "texts",
			short: "m",
			placeholder: "name=value",
			about: "set metadata; repeat for several values",
		},
		displayName: { value: "text", placeholder: "name", about: 'set the display name; "" removes it' },
	},
	creates: true,
	examples: [
		{ type: "holdfast users set ada city=Lisbon age=36", to: "set two variables of ada" },
		{
			type: "holdfast users set ada --display-name Ada -m crm=1815",
			to: "set a display name and a metadata value",
		},
	],
});

export const unset = command({
	name: "users unset",
	about: "remove variables of a user",
	args: { user, names: { about: "variable names", optional: true, many: true } },
	options: {
		metadata: {
			value: "texts",
			short: "m",
			placeholder: "name",
			about: "remove metadata; repeat for several names",
		},
	},
	examples: [{ type: "holdfast users unset ada city", to: "remove the variable city" }],
});

export const rekey = command({
	name: "users rekey",
	about: "move all data of a user to another user id",
	args: { from: { about: "current user id" }, to: { about: "new user id" } },
	options: { merge: { value: "flag", about: "merge both users if the new id exists" } },
	asks: true,
	examples: [{ type: "holdfast users rekey anon-1 ada", to: "ask, then move all data of anon-1 to ada" }],
});

export const rm = command({
	name: "users rm",
	about: "permanently delete a user with all sessions, facts and state",
	args: { user },
	asks: true,
	examples: [{ type: "holdfast users rm ada", to: "ask, then delete ada and all their data" }],
});
