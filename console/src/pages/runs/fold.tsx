import { type ReactNode, useState } from "react";

interface Props {
	title: ReactNode;
	/** Starts open. */
	open?: boolean;
	children(): ReactNode;
}

/** Details that are rendered, and loaded, only when opened. */
export function Fold({ title, open = false, children }: Props) {
	const [isOpen, setOpen] = useState(open);
	return (
		<details className="run-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{title}</summary>
			{isOpen && children()}
		</details>
	);
}
