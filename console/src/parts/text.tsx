/** What somebody wrote: shown as it is, in its own direction. React makes text of it, whatever is in it. */
export function Said({ children }: { children: string }) {
	return (
		<span dir="auto" className="said">
			{children}
		</span>
	);
}

/** A name that may be long: ids of sessions, users, runs. */
export function Id({ children }: { children: string }) {
	return (
		<bdi className="mono id" title={children}>
			{children}
		</bdi>
	);
}
