import { Fragment } from "react";
import { Button } from "../../parts/button.tsx";
import { useOpened } from "./opened.ts";
import { splitUnseen } from "./unseen-characters.ts";

const SHOWN = 2_000;
/** A little more is not worth a button. */
const COLLAPSES = 3_000;

/** Not in the middle of a character that has two parts. */
function cut(text: string): string {
	const last = text.charCodeAt(SHOWN - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? SHOWN - 1 : SHOWN);
}

/** What somebody wrote, however long: as text, with what nobody would see marked. */
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
						<span key={index} className="session-unseen" title="A character that is not seen">
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
