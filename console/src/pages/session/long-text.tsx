import { Fragment } from "react";
import { Button } from "../../parts/button.tsx";
import { useOpened } from "./opened.ts";
import { splitUnseen } from "./unseen-characters.ts";

const SHOWN = 2_000;
/** Slightly longer texts are shown whole. */
const COLLAPSES = 3_000;

/** Does not split a surrogate pair. */
function cut(text: string): string {
	const last = text.charCodeAt(SHOWN - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? SHOWN - 1 : SHOWN);
}

/** Text of any length, with invisible characters marked. */
export function LongText({
	id,
	children: text,
	mono = false,
}: {
	id: string;
	children: string;
	mono?: boolean;
}) {
	const [isOpen, setOpen] = useOpened(`${id} text`);
	const collapses = text.length > COLLAPSES;
	const shown = collapses && !isOpen ? cut(text) : text;
	return (
		<>
			<div dir="auto" className={mono ? "said mono" : "said"}>
				{splitUnseen(shown).map(({ text: piece, unseen }, index) =>
					unseen === undefined ? (
						// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
						<Fragment key={index}>{piece}</Fragment>
					) : (
						// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
						<span key={index} className="session-unseen" title="Invisible character">
							{unseen}
						</span>
					),
				)}
				{collapses && !isOpen && "…"}
			</div>
			{collapses && (
				<Button className="session-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
					{isOpen ? "Show less" : `Show all ${text.length.toLocaleString()} characters`}
				</Button>
			)}
		</>
	);
}
