import { type FormEvent, useEffect, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

/** One field for ids and words. */
export function SearchField() {
	const { isUser } = useRights();
	const [asked = "", setAsked] = useQueryValue("q", { pushes: true });
	const [text, setText] = useState(asked);
	useEffect(() => setText(asked), [asked]);
	const label = isUser ? "Session id" : "Session id, user, external id or message text";
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		setAsked(text.trim());
	};
	return (
		<search>
			<form className="sessions-search" onSubmit={submit}>
				<input
					className="input"
					type="search"
					aria-label={label}
					placeholder={isUser ? label : "Id, user or message text"}
					spellCheck={false}
					dir="auto"
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						if (target.value === "") setAsked(undefined);
					}}
				/>
				<Button type="submit" look="primary">
					Search
				</Button>
				{asked !== "" && <Button onClick={() => setAsked(undefined)}>Clear search</Button>}
			</form>
		</search>
	);
}
