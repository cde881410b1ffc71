import { createContext, useContext, useState } from "react";

/** What the reader has opened: a row that leaves the sight and comes back is as it was. */
export const Opened = createContext<Set<string>>(new Set());

export function useOpened(key: string): [boolean, (open: boolean) => void] {
	const opened = useContext(Opened);
	const [isOpen, setOpen] = useState(opened.has(key));
	return [
		isOpen,
		(open) => {
			if (open) opened.add(key);
			else opened.delete(key);
			setOpen(open);
		},
	];
}
