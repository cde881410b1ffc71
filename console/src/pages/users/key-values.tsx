import type { Json, JsonObject } from "holdfast";
import { useEffect, useRef, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { KeyValueRow } from "./key-value-row.tsx";
import { ValueForm } from "./value-form.tsx";

interface Props {
	title: string;
	/** Who sees them. */
	about: string;
	/** What one of them is called. */
	one: string;
	values: JsonObject;
	onSet(key: string, value: Json): Promise<void>;
	onRemove(key: string): Promise<void>;
}

/** Names and values, each of which is changed by itself. */
export function KeyValues({ title, about, one, values, onSet, onRemove }: Props) {
	const can = useRights();
	const [adds, setAdds] = useState(false);
	const keys = Object.keys(values);
	const add = useRef<HTMLButtonElement>(null);
	// Where what had the focus is gone, the form or a row, the keyboard goes on from here.
	const shown = `${adds} ${keys.length}`;
	const before = useRef(shown);
	useEffect(() => {
		if (before.current === shown) return;
		before.current = shown;
		if (document.activeElement === document.body) add.current?.focus();
	}, [shown]);
	const checkKey = (key: string): string | undefined =>
		Object.hasOwn(values, key) ? `There is a "${key}" already: change that one.` : undefined;
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
			{keys.length === 0 && !adds && <p className="soft small">None.</p>}
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
