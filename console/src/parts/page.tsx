import { type ReactNode, useEffect } from "react";

interface Props {
	/** The heading, and what the tab of the browser says. */
	title: string;
	/** Under the heading: badges, a sentence. */
	about?: ReactNode;
	/** Buttons, at the right. */
	actions?: ReactNode;
	/** The page is as high as the window, and something in it scrolls. */
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
					{/* Titles hold names that users gave: each has its own direction. */}
					<h1 dir="auto">{title}</h1>
					{about}
				</div>
				{actions !== undefined && <div className="actions">{actions}</div>}
			</div>
			{children}
		</div>
	);
}
