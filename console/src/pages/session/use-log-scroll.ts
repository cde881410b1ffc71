import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { EventLog } from "../../live/event-log.ts";
import { type LogWindow, slideWindow, windowAround } from "./log-window.ts";

/** How high a row is likely to be; the real height is measured. */
const ROW = 92;
/** So near to the end the reader is at the end. */
const NEAR_END = 60;
/** Loaded around what is in sight. */
const AROUND = 25;

export type Place = number | "end";

export interface LogScroll {
	readonly window: LogWindow;
	readonly virtual: ReturnType<typeof useVirtualizer<HTMLElement, HTMLElement>>;
	/** Whether new events are shown as they come. */
	readonly follows: boolean;
	/** Events that came since the reader left the end. */
	readonly unseen: number;
	/** What is in sight. */
	readonly first: number;
	readonly last: number;
	jump(to: Place): void;
}

/** Where the reader is in the log. Opens at `initial`; at the end it stays there as events come. */
export function useLogScroll(
	log: EventLog,
	scroller: RefObject<HTMLElement | null>,
	initial: Place,
): LogScroll {
	const [opened] = useState(() => ({
		place: initial,
		at: initial === "end" ? log.head - 1 : initial,
		window: windowAround(initial === "end" ? log.head : initial, log),
	}));
	const [window, setWindow] = useState(opened.window);
	const [follows, setFollows] = useState(initial === "end");
	const [left, setLeft] = useState(log.head);
	const pending = useRef<Place | undefined>(initial);
	/** Where it is on its way to: what is in sight until then nobody reads. */
	const settling = useRef<number | undefined>(undefined);
	const [, setReady] = useState(0);
	const end = window.end ?? log.head;
	const keyOf = useCallback((index: number) => window.start + index, [window.start]);
	const virtual = useVirtualizer<HTMLElement, HTMLElement>({
		count: Math.max(0, end - window.start),
		getScrollElement: () => scroller.current,
		estimateSize: () => ROW,
		getItemKey: keyOf,
		overscan: 6,
		paddingStart: 6,
		paddingEnd: 10,
		// What is read stays where it is when the window slides.
		anchorTo: "end",
		initialOffset: Math.max(0, (opened.at - opened.window.start) * ROW),
	});
	const shown = virtual.getVirtualItems();
	const first = window.start + (virtual.range?.startIndex ?? 0);
	const last = window.start + (virtual.range?.endIndex ?? 0);

	const jump = useCallback(
		(to: Place) => {
			pending.current = to;
			setFollows(to === "end");
			const at = to === "end" ? log.head - 1 : to;
			setWindow((now) =>
				at >= now.start && at < (now.end ?? log.head) ? now : windowAround(to === "end" ? log.head : to, log),
			);
			// Asked for until it is there; what was in sight before is not wanted any more.
			log.want(at - AROUND, at + AROUND);
			void log.load(at - AROUND, at + AROUND).then(
				() => setReady((count) => count + 1),
				// The log says what is wrong.
				() => {},
			);
		},
		[log],
	);

	useEffect(() => jump(opened.place), [jump, opened]);

	// Scrolls when what it goes to is here: what is not known has no height.
	useLayoutEffect(() => {
		const to = pending.current;
		if (to === undefined) return;
		const at = to === "end" ? log.head - 1 : to;
		if (at >= log.base && at < log.head && log.get(at) === undefined) return;
		if (at < window.start || at >= (window.end ?? log.head)) return;
		pending.current = undefined;
		settling.current = at;
		if (to === "end") virtual.scrollToEnd();
		else virtual.scrollToIndex(to - window.start, { align: "center" });
	});

	useLayoutEffect(() => {
		if (follows && pending.current === undefined && window.end === undefined && log.head > 0)
			virtual.scrollToEnd();
	}, [follows, log.head, window.end, virtual]);

	useEffect(() => {
		if (follows) setLeft(log.head);
	}, [follows, log.head]);

	useEffect(() => {
		const element = scroller.current;
		if (!element) return;
		let top = element.scrollTop;
		const watch = (): void => {
			const isUp = element.scrollTop < top;
			top = element.scrollTop;
			if (pending.current !== undefined) return;
			const isAtEnd = element.scrollHeight - element.clientHeight - top <= NEAR_END;
			if (isAtEnd) setFollows(true);
			else if (isUp) setFollows(false);
		};
		element.addEventListener("scroll", watch, { passive: true });
		return () => element.removeEventListener("scroll", watch);
	}, [scroller]);

	useEffect(() => {
		if (pending.current !== undefined || shown.length === 0) return;
		const target = settling.current;
		if (target !== undefined && (target < first || target > last)) return;
		settling.current = undefined;
		log.want(first - AROUND, last + AROUND);
		setWindow((now) => slideWindow(now, { first, last }, log));
	});

	return {
		...{ window, virtual, first, last, jump },
		follows: follows && window.end === undefined,
		unseen: follows || last >= log.head - 1 ? 0 : Math.max(0, log.head - left),
	};
}
