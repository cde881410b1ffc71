import type { Passage } from "./passage.ts";

/** Comments and values of a YAML file. Lines that follow one another are one text, so that it may be wrapped. */
export function readYaml(text: string): Passage[] {
	const passages: Passage[] = [];
	let open: Passage | undefined;
	for (const [index, source] of text.split("\n").entries()) {
		const comment = /^\s*#\s?(.*)$/.exec(source);
		const key = /^\s*(?:- )?["\w.-]+:(?:\s+(.*))?$/.exec(source);
		const kind = comment ? "comment" : "string";
		const words = (comment?.[1] ?? key?.[1] ?? (key ? "" : source)).trim();
		if (open && open.kind === kind && !key && words !== "") {
			open.text += `\n${words}`;
			continue;
		}
		open = { kind, line: index + 1, text: words };
		passages.push(open);
	}
	return passages.filter(({ text }) => /[a-z]/i.test(text));
}
