import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import "./menu.css";

export interface MenuEntry {
	name: string;
	danger?: boolean;
	act(): void;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
	ArrowDown: (at, count) => (at + 1) % count,
	ArrowUp: (at, count) => (at - 1 + count) % count,
	Home: () => 0,
	End: (_, count) => count - 1,
};

/** The minimum distance to the edge of the window, in pixels. */
const EDGE = 8;

/** A button that opens a list of actions. Arrow keys move through it; Escape and a click elsewhere close it. */
export function Menu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
	const id = useId();
	const [isOpen, setOpen] = useState(false);
	/** Opens to the right of the button's left edge, if there is no space the other way. */
	const [isTurned, setTurned] = useState(false);
	const root = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const items = (): HTMLElement[] => [
		...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
	];

	useEffect(() => {
		if (!isOpen) return setTurned(false);
		const list = root.current?.querySelector("[role=menu]");
		setTurned((list?.getBoundingClientRect().left ?? 0) < EDGE);
		root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
		const leave = (event: Event): void => {
			if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
		};
		document.addEventListener("pointerdown", leave);
		document.addEventListener("focusin", leave);
		return () => {
			document.removeEventListener("pointerdown", leave);
			document.removeEventListener("focusin", leave);
		};
	}, [isOpen]);

	/** Focuses the button before the action starts, so that a dialog returns the focus to it. */
	const close = (): void => {
		button.current?.focus();
		setOpen(false);
	};
	const move = (event: KeyboardEvent): void => {
		if (event.key === "Escape") {
			event.stopPropagation();
			close();
		}
		if (event.key === "Tab") setOpen(false);
		const step = STEPS[event.key];
		if (!step) return;
		event.preventDefault();
		const all = items();
		const at = all.findIndex((item) => item.matches(":focus"));
		all[step(at, all.length)]?.focus();
	};
	return (
		<div className="menu" ref={root}>
			<Button
				ref={button}
				aria-haspopup="menu"
				aria-expanded={isOpen}
				{...(isOpen && { "aria-controls": id })}
				onClick={() => setOpen(!isOpen)}
				onKeyDown={(event) => {
					if (event.key !== "ArrowDown") return;
					event.preventDefault();
					setOpen(true);
				}}
			>
				{label}
				<span aria-hidden="true">▾</span>
			</Button>
			{isOpen && (
				<div
					id={id}
					className={isTurned ? "menu-list turned" : "menu-list"}
					role="menu"
					tabIndex={-1}
					aria-label={label}
					onKeyDown={move}
				>
					{entries.map(({ name, danger, act }) => (
						<button
							key={name}
							type="button"
							role="menuitem"
							tabIndex={-1}
							className={danger ? "danger" : ""}
							onClick={() => {
								close();
								act();
							}}
						>
							{name}
						</button>
					))}
				</div>
			)}
		</div>
	);
}
