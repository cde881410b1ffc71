import { HoldfastError } from "holdfast/client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { Note, wordsOf } from "../parts/note.tsx";
import { LoginFrame } from "./login-frame.tsx";

interface Props {
	/** Why the user has to log in again. */
	reason: string | undefined;
	logIn(credential: string, stays: boolean): Promise<void>;
}

function whyNot(error: unknown): string {
	const code = HoldfastError.isInstance(error) ? error.code : undefined;
	if (code === "unauthorized")
		return "Unknown key. It may be mistyped, revoked, expired, or from another server.";
	if (code === "invalid") return "Not a valid key. A key has no spaces and only ASCII characters.";
	return `The server does not respond. Try again. (${wordsOf(error)})`;
}

export function LoginPage({ reason, logIn }: Props) {
	const [credential, setCredential] = useState("");
	const [stays, setStays] = useState(false);
	const [failed, setFailed] = useState<string>();
	const [busy, setBusy] = useState(false);
	const field = useRef<HTMLInputElement>(null);

	// The only field of the page.
	useEffect(() => field.current?.focus(), []);

	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setFailed(undefined);
		try {
			await logIn(credential.trim(), stays);
		} catch (error) {
			setFailed(whyNot(error));
			setBusy(false);
			field.current?.select();
		}
	};

	return (
		<LoginFrame>
			{reason !== undefined && failed === undefined && <Note tone="warn">{reason}</Note>}
			<p className="soft small">
				Log in with a key of this server, or with a user's token to see the data of that user.
			</p>
			<form onSubmit={submit}>
				<Field label="Key or token" wrong={failed}>
					{(props) => (
						<input
							{...props}
							ref={field}
							className="input mono"
							type="password"
							autoComplete="current-password"
							spellCheck={false}
							required
							value={credential}
							onChange={(event) => setCredential(event.target.value)}
						/>
					)}
				</Field>
				<label className="row small">
					<input type="checkbox" checked={stays} onChange={(event) => setStays(event.target.checked)} />
					Stay logged in on this device
				</label>
				<Button look="primary" type="submit" disabled={busy || credential.trim() === ""}>
					{busy ? "Logging in…" : "Log in"}
				</Button>
			</form>
			<p className="soft small">
				<code>holdfast keys create</code> creates a key. The browser keeps it until you close this tab or,
				with “Stay logged in”, until you log out.
			</p>
		</LoginFrame>
	);
}
