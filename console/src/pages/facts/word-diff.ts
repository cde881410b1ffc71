/** A piece of a changed text: kept, removed or added. */
export interface DiffPiece {
	change: "same" | "gone" | "new";
	text: string;
	/** The index of the piece. */
	no: number;
}

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Longer texts are shown as one removal and one addition. */
const MOST = 600;

/** A diff by words, from the longest common subsequence. */
export function wordDiff(before: string, after: string): DiffPiece[] {
	const a = words(before);
	const b = words(after);
	if (a.length > MOST || b.length > MOST)
		return [
			{ change: "gone", text: before, no: 0 },
			{ change: "new", text: after, no: 1 },
		];
	// common[i][j]: the length of the longest common subsequence of a from i on and b from j on.
	const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
	const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
	for (let i = a.length - 1; i >= 0; i--) {
		const row = common[i];
		if (!row) continue;
		for (let j = b.length - 1; j >= 0; j--)
			row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
	}
	const pieces: DiffPiece[] = [];
	const add = (change: DiffPiece["change"], text: string | undefined): void => {
		if (text === undefined) return;
		const last = pieces.at(-1);
		if (last?.change === change) last.text += text;
		else pieces.push({ change, text, no: pieces.length });
	};
	let [i, j] = [0, 0];
	while (i < a.length || j < b.length) {
		if (i < a.length && j < b.length && a[i] === b[j]) {
			add("same", a[i]);
			i += 1;
			j += 1;
		} else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
			add("gone", a[i]);
			i += 1;
		} else {
			add("new", b[j]);
			j += 1;
		}
	}
	return pieces;
}
