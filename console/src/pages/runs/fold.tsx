import { type ReactNode, useState } from "react";

interface Props {
	title: ReactNode;
	/** Begins unfolded. */
	open?: boolean;
	children(): ReactNode;
}

/** What is looked at when somebody wants to; it is made, and asked for, only then. */
export function Fold({ title, open = false, children }: Props) {
	const [isOpen, setOpen] = useState(open);
	return (
		<details className="run-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{title}</summary>
			{isOpen && children()}
		</details>
	);
}
