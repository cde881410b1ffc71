import type { IBufferCell, Terminal } from "@xterm/headless";

/** The sixteen colours of a terminal on the dark background of the image. */
const COLOURS = [
	"#3b4252",
	"#e06c75",
	"#98c379",
	"#e5c07b",
	"#61afef",
	"#c678dd",
	"#56b6c2",
	"#d8dee9",
	"#7f8794",
	"#ff7b86",
	"#b5e890",
	"#ffd787",
	"#82c7ff",
	"#e2a3f5",
	"#7fd8e0",
	"#ffffff",
];
const [GROUND, INK, FAINT] = ["#1b1f27", "#d8dee9", "#7f8794"];
const [CELL, LINE, PADDING] = [8.4, 18, 16];

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Piece {
	text: string;
	readonly column: number;
	columns: number;
	readonly look: string;
}

function lookOf(cell: IBufferCell): string {
	const colour = cell.isFgPalette() ? (COLOURS[cell.getFgColor()] ?? INK) : cell.isDim() ? FAINT : INK;
	const weight = cell.isBold() ? ' font-weight="bold"' : "";
	const slant = cell.isItalic() ? ' font-style="italic"' : "";
	return `fill="${colour}"${weight}${slant}`;
}

/** The pieces of a line that have the same style. */
function piecesOf(terminal: Terminal, row: number): Piece[] {
	const line = terminal.buffer.active.getLine(row);
	const pieces: Piece[] = [];
	for (let column = 0; line && column < terminal.cols; column++) {
		const cell = line.getCell(column);
		// The second half of a wide character has no width.
		if (!cell || cell.getWidth() === 0) continue;
		const look = lookOf(cell);
		const text = cell.getChars() || " ";
		const last = pieces.at(-1);
		if (last && last.look === look) {
			last.text += text;
			last.columns += cell.getWidth();
		} else pieces.push({ text, column, columns: cell.getWidth(), look });
	}
	return pieces.filter(({ text }) => text.trim() !== "");
}

/** An image of a terminal's content, from its first line to the last line that is not empty. */
export function drawScreen(terminal: Terminal, title: string): string {
	const { active } = terminal.buffer;
	let rows = active.length;
	while (rows > 0 && !active.getLine(rows - 1)?.translateToString(true)) rows--;
	const width = Math.ceil(terminal.cols * CELL + 2 * PADDING);
	const height = rows * LINE + 2 * PADDING;
	const lines = Array.from({ length: rows }, (_, row) =>
		piecesOf(terminal, row)
			.map(({ text, column, columns, look }) => {
				const kept = text.trimEnd();
				const length = ((columns - (text.length - kept.length)) * CELL).toFixed(1);
				const [x, y] = [(PADDING + column * CELL).toFixed(1), PADDING + row * LINE + 13];
				// The fixed length keeps columns aligned with any font.
				return `<text x="${x}" y="${y}" ${look} textLength="${length}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(kept)}</text>`;
			})
			.join("\n"),
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${lines.filter((line) => line !== "").join("\n")}
</g>
</svg>
`;
}
