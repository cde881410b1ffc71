import { useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { wordsOf } from "../parts/note.tsx";
import { LoginFrame } from "./login-frame.tsx";

const AGAIN_MS = 3_000;

/** The server does not respond. Retries until it does. The login is kept. */
export function AwayPage({ error, again }: { error: unknown; again(): Promise<void> }) {
	const [busy, setBusy] = useState(false);
	// Each failed attempt is a new error object: the next retry is timed from it.
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
				<p>The server does not respond. Retrying every few seconds.</p>
				<p className="soft small login-why">{wordsOf(error)}</p>
			</div>
			<Button disabled={busy} onClick={tryNow}>
				{busy ? "Connecting…" : "Retry now"}
			</Button>
		</LoginFrame>
	);
}
