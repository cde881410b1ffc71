import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

export interface Tab {
	id: string;
	name: ReactNode;
}

interface Props {
	label: string;
	tabs: readonly Tab[];
	chosen: string;
	onChoose(id: string): void;
	children: ReactNode;
}

/** Tabs. Arrow keys move between them. */
export function Tabs({ label, tabs, chosen, onChoose, children }: Props) {
	const base = useId();
	const list = useRef<HTMLDivElement>(null);
	// A narrow window does not show all tabs: scroll the chosen one into view.
	useEffect(() => {
		list.current
			?.querySelector(`#${CSS.escape(`${base}-${chosen}`)}`)
			?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [base, chosen]);
	const move = (event: KeyboardEvent<HTMLDivElement>): void => {
		const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
		if (step === 0) return;
		const at = tabs.findIndex(({ id }) => id === chosen);
		const next = tabs[(at + step + tabs.length) % tabs.length];
		if (!next) return;
		onChoose(next.id);
		event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus();
	};
	return (
		<>
			<div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
				{tabs.map(({ id, name }) => (
					<button
						key={id}
						id={`${base}-${id}`}
						type="button"
						role="tab"
						aria-selected={id === chosen}
						aria-controls={`${base}-panel`}
						tabIndex={id === chosen ? 0 : -1}
						onClick={() => onChoose(id)}
					>
						{name}
					</button>
				))}
			</div>
			<div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${chosen}`} className="stack grows">
				{children}
			</div>
		</>
	);
}
