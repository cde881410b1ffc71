import { HoldfastError } from "holdfast/client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { Note, wordsOf } from "../parts/note.tsx";
import { LoginFrame } from "./login-frame.tsx";

interface Props {
	/** Why somebody who was in has to log in again. */
	reason: string | undefined;
	logIn(credential: string, stays: boolean): Promise<void>;
}

function whyNot(error: unknown): string {
	const code = HoldfastError.isInstance(error) ? error.code : undefined;
	if (code === "unauthorized")
		return "This key is not known here. It may be mistyped, revoked, over, or of another server.";
	if (code === "invalid") return "This is no key: a key has no spaces, and letters of plain ASCII only.";
	return `The server does not answer, try again: ${wordsOf(error)}`;
}

export function LoginPage({ reason, logIn }: Props) {
	const [credential, setCredential] = useState("");
	const [stays, setStays] = useState(false);
	const [failed, setFailed] = useState<string>();
	const [busy, setBusy] = useState(false);
	const field = useRef<HTMLInputElement>(null);

	// There is one thing to do here.
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
				Log in with a key of this server. With the token of a user you see what is theirs.
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
				<code>holdfast keys create</code> makes a key. The browser keeps it until this tab is closed, or with
				“stay logged in” until you log out.
			</p>
		</LoginFrame>
	);
}
