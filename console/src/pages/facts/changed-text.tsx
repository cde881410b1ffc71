import { wordDiff } from "./word-diff.ts";

/** A diff of a text: removed words are struck out, added words are underlined. */
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
