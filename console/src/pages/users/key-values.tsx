import type { Json, JsonObject } from "holdfast";
import { useEffect, useRef, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { KeyValueRow } from "./key-value-row.tsx";
import { ValueForm } from "./value-form.tsx";

interface Props {
	title: string;
	/** Whether prompts show them. */
	about: string;
	/** The word for one of them. */
	one: string;
	values: JsonObject;
	onSet(key: string, value: Json): Promise<void>;
	onRemove(key: string): Promise<void>;
}

/** Names and values, edited one by one. */
export function KeyValues({ title, about, one, values, onSet, onRemove }: Props) {
	const can = useRights();
	const [adds, setAdds] = useState(false);
	const keys = Object.keys(values);
	const add = useRef<HTMLButtonElement>(null);
	// If the focused form or row is gone, move the focus to the button.
	const shown = `${adds} ${keys.length}`;
	const before = useRef(shown);
	useEffect(() => {
		if (before.current === shown) return;
		before.current = shown;
		if (document.activeElement === document.body) add.current?.focus();
	}, [shown]);
	const checkKey = (key: string): string | undefined =>
		Object.hasOwn(values, key) ? `"${key}" exists already. Edit that one instead.` : undefined;
	return (
		<Card
			title={title}
			aside={can.write && !adds && <Button ref={add} onClick={() => setAdds(true)}>{`Add ${one}`}</Button>}
		>
			<p className="soft small">{about}</p>
			{keys.length > 0 && (
				<ul className="plain-list user-values" aria-label={title}>
					{keys.map((key) => (
						<KeyValueRow
							key={key}
							name={key}
							value={values[key]}
							one={one}
							onSet={onSet}
							onRemove={onRemove}
						/>
					))}
				</ul>
			)}
			{keys.length === 0 && !adds && <p className="soft small">{`No ${title.toLowerCase()} yet.`}</p>}
			{adds && (
				<ValueForm
					deed={`Add ${one}`}
					checkKey={checkKey}
					onSave={async (key, value) => {
						await onSet(key, value);
						setAdds(false);
					}}
					onCancel={() => setAdds(false)}
				/>
			)}
		</Card>
	);
}
