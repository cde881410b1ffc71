import { createContext, useContext, useState } from "react";

/** What the reader has expanded, so that a row that scrolls out and back keeps its state. */
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
