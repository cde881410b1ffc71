import { wordDiff } from "./word-diff.ts";

/** A text before and after: what went is struck out, what came is underlined. */
export function ChangedText({ from, to }: { from: string; to: string }) {
	return (
		<span className="said fact-changed" dir="auto">
			{wordDiff(from, to).map(({ change, text, no }) =>
				change === "gone" ? (
					<del key={no}>{text}</del>
				) : change === "new" ? (
					<ins key={no}>{text}</ins>
				) : (
					<span key={no}>{text}</span>
				),
			)}
		</span>
	);
}
