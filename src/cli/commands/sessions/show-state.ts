import { jsonObject } from "../../../wire/value.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { printValues } from "../../print/values.ts";
import { state } from "./spec.ts";

export const showState = answers(state, {
	answer: jsonObject,
	async run({ args, options, open }) {
		const hf = await open();
		const session = hf.session(refOf(await findSession(hf, args.session, options)));
		return options.at === undefined ? session.state.get() : session.state.asOf(options.at);
	},
	show(values, { out, err }) {
		if (Object.keys(values).length === 0) err.line("No state.");
		printValues(out, undefined, values);
	},
});
