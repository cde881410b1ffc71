import { useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { wordsOf } from "../parts/note.tsx";
import { LoginFrame } from "./login-frame.tsx";

const AGAIN_MS = 3_000;

/** The server does not answer at all: it is asked again until it does. Whoever is logged in stays so. */
export function AwayPage({ error, again }: { error: unknown; again(): Promise<void> }) {
	const [busy, setBusy] = useState(false);
	// Each answer is an error of its own: the next try is counted from there.
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		setBusy(false);
		const timer = setTimeout(() => void again(), AGAIN_MS);
		return () => clearTimeout(timer);
	}, [error, again]);
	const tryNow = (): void => {
		setBusy(true);
		void again();
	};
	return (
		<LoginFrame>
			<div className="stack" role="status">
				<p>The server does not answer. It is asked again every few seconds.</p>
				<p className="soft small login-why">{wordsOf(error)}</p>
			</div>
			<Button disabled={busy} onClick={tryNow}>
				{busy ? "Asking…" : "Try now"}
			</Button>
		</LoginFrame>
	);
}
