import { completionScript } from "../../../wire/cli/completion.ts";
import { type Answering, answers, type Command } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { listPlaces, type Place } from "./list-words.ts";
import { completion } from "./spec.ts";
import { zshScript } from "./zsh.ts";

const SHELLS: ReadonlyMap<string, (places: readonly Place[]) => string> = new Map([
	["bash", bashScript],
	["zsh", zshScript],
	["fish", fishScript],
]);

export const printCompletion = (
	commands: readonly Command[],
): Answering<typeof completion, { shell: string; script: string }> =>
	answers(completion, {
		answer: completionScript,
		async run({ args: { shell } }) {
			const make = SHELLS.get(shell);
			if (!make)
				throw new UsageError(`shell: must be one of ${[...SHELLS.keys()].join(", ")}; got "${shell}"`);
			return { shell, script: make(listPlaces(commands)) };
		},
		show({ script }, { out }) {
			out.text(script);
		},
	});
