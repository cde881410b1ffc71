export interface CodeBlock {
	/** The line of the text's first line, from 1. */
	line: number;
	text: string;
}

/** The fenced blocks of a language in a Markdown text. */
export function codeBlocks(markdown: string, language: string): CodeBlock[] {
	const blocks: CodeBlock[] = [];
	let open: { language: string; block: CodeBlock } | undefined;
	markdown.split("\n").forEach((line, i) => {
		const fence = /^```(\w*)\s*$/.exec(line);
		if (!fence) {
			if (open) open.block.text += `${line}\n`;
		} else if (open) {
			if (open.language === language) blocks.push(open.block);
			open = undefined;
		} else {
			open = { language: fence[1] ?? "", block: { line: i + 2, text: "" } };
		}
	});
	return blocks;
}
