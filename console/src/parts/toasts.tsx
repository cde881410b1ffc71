import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { wordsOf } from "./note.tsx";

interface Toast {
	id: number;
	text: string;
	tone: "good" | "bad";
}

export interface Tell {
	done(text: string): void;
	failed(error: unknown): void;
}

const Context = createContext<Tell>({ done() {}, failed() {} });

/** Shows a short message: success, or an error. */
export const useTell = (): Tell => useContext(Context);

const SHOWN_MS = 6_000;

export function Toasts({ children }: { children: ReactNode }) {
	const [toasts, setToasts] = useState<readonly Toast[]>([]);
	const count = useRef(0);
	const add = useCallback((text: string, tone: Toast["tone"]) => {
		count.current += 1;
		const id = count.current;
		setToasts((shown) => [...shown.slice(-3), { id, text, tone }]);
		setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MS);
	}, []);
	const tell = useRef<Tell>({
		done: (text) => add(text, "good"),
		failed: (error) => add(wordsOf(error), "bad"),
	});
	return (
		<Context.Provider value={tell.current}>
			{children}
			<div className="toasts" aria-live="polite">
				{toasts.map(({ id, text, tone }) => (
					<div key={id} className={`note ${tone}`}>
						{text}
					</div>
				))}
			</div>
		</Context.Provider>
	);
}
