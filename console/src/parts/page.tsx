import { type ReactNode, useEffect } from "react";

interface Props {
	/** The heading and the title of the browser tab. */
	title: string;
	/** Below the heading: badges, a sentence. */
	about?: ReactNode;
	/** Buttons on the right. */
	actions?: ReactNode;
	/** The page has the height of the window, and its content scrolls. */
	fills?: boolean;
	children: ReactNode;
}

export function Page({ title, about, actions, fills = false, children }: Props) {
	useEffect(() => {
		document.title = `${title} · Holdfast`;
	}, [title]);
	return (
		<div className={fills ? "page fills" : "page"}>
			<div className="page-head">
				<div className="stack">
					{/* Titles contain names of any language: each has its own direction. */}
					<h1 dir="auto">{title}</h1>
					{about}
				</div>
				{actions !== undefined && <div className="actions">{actions}</div>}
			</div>
			{children}
		</div>
	);
}
