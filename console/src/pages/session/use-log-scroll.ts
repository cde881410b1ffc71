import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { EventLog } from "../../live/event-log.ts";
import { type LogWindow, slideWindow, windowAround } from "./log-window.ts";

/** The estimated height of a row; the real height is measured. */
const ROW = 92;
/** Within this distance the reader counts as at the end. */
const NEAR_END = 60;
/** The number of events to load around the visible ones. */
const AROUND = 25;

export type Place = number | "end";

export interface LogScroll {
	readonly window: LogWindow;
	readonly virtual: ReturnType<typeof useVirtualizer<HTMLElement, HTMLElement>>;
	/** Whether the view follows new events. */
	readonly follows: boolean;
	/** New events since the reader left the end. */
	readonly unseen: number;
	/** The first and last visible offset. */
	readonly first: number;
	readonly last: number;
	jump(to: Place): void;
}

/** The scroll position in the log. Opens at `initial`. At the end, it follows new events. */
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
	/** The target of a scroll in progress. Until it is reached, visible rows are not loaded. */
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
		// The visible rows stay in place when the window slides.
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
			// Request the target until it is loaded; the previously visible range is no longer wanted.
			log.want(at - AROUND, at + AROUND);
			void log.load(at - AROUND, at + AROUND).then(
				() => setReady((count) => count + 1),
				// The log shows the error.
				() => {},
			);
		},
		[log],
	);

	useEffect(() => jump(opened.place), [jump, opened]);

	// Scroll once the target is loaded: before that its height is unknown.
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
		window,
		virtual,
		first,
		last,
		jump,
		follows: follows && window.end === undefined,
		unseen: follows || last >= log.head - 1 ? 0 : Math.max(0, log.head - left),
	};
}
