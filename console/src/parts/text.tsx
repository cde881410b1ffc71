/** Text that somebody wrote, in its own direction. React escapes it. */
export function Said({ children }: { children: string }) {
	return (
		<span dir="auto" className="said">
			{children}
		</span>
	);
}

/** An id of a session, user or run; it can be long. */
export function Id({ children }: { children: string }) {
	return (
		<bdi className="mono id" title={children}>
			{children}
		</bdi>
	);
}
