import { type ReactNode, useId } from "react";

interface Props {
	title?: string;
	/** Next to the title: a link, a button. */
	aside?: ReactNode;
	className?: string;
	children: ReactNode;
}

export function Card({ title, aside, className = "", children }: Props) {
	const id = useId();
	return (
		<section className={`card ${className}`} {...(title !== undefined && { "aria-labelledby": id })}>
			{(title !== undefined || aside !== undefined) && (
				<header>
					{title !== undefined && <h2 id={id}>{title}</h2>}
					{aside}
				</header>
			)}
			{children}
		</section>
	);
}
