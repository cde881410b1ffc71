import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
	label: string;
	count: number;
	/** The estimated height of a row, in pixels; the real height is measured. */
	rowHeight: number;
	keyOf(index: number): string | number;
	/** Called when the end becomes visible, to load more. */
	onEnd?(): void;
	/** Called on scroll: whether the first row is visible. */
	onAtTop?(atTop: boolean): void;
	children(index: number): ReactNode;
}

/** A list of any length. Only the visible rows are rendered. */
export function VirtualList({ label, count, rowHeight, keyOf, onEnd, onAtTop, children }: Props) {
	const scroller = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: keyOf,
		overscan: 8,
	});
	const rows = virtual.getVirtualItems();
	const last = rows.at(-1)?.index ?? -1;
	useEffect(() => {
		if (last >= count - 1) onEnd?.();
	}, [last, count, onEnd]);
	return (
		<section
			ref={scroller}
			className="virtual"
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
			tabIndex={0}
			{...(onAtTop && { onScroll: (event) => onAtTop(event.currentTarget.scrollTop < rowHeight) })}
		>
			<ul style={{ height: virtual.getTotalSize() }}>
				{rows.map(({ index, key, start }) => (
					<li
						key={key}
						ref={virtual.measureElement}
						data-index={index}
						aria-setsize={count}
						aria-posinset={index + 1}
						className="virtual-row"
						style={{ transform: `translateY(${start}px)` }}
					>
						{children(index)}
					</li>
				))}
			</ul>
		</section>
	);
}
