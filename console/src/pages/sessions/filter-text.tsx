import { type InputHTMLAttributes, useEffect, useState } from "react";
import { useQueryValue } from "../../parts/query-state.ts";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
	/** The name of the query parameter. */
	name: string;
	/** Values that apply as soon as they are typed or picked. */
	known?: readonly string[];
}

/** A text filter. It applies on Enter, or when the field loses the focus. */
export function FilterText({ name, known = [], ...field }: Props) {
	const [value = "", setValue] = useQueryValue(name);
	const [text, setText] = useState(value);
	useEffect(() => setText(value), [value]);
	const hold = (): void => {
		if (text.trim() !== value) setValue(text.trim());
	};
	return (
		<input
			{...field}
			className="input"
			type="search"
			spellCheck={false}
			placeholder="Any"
			value={text}
			onChange={({ target }) => {
				setText(target.value);
				if (target.value === "" || known.includes(target.value)) setValue(target.value);
			}}
			onBlur={hold}
			onKeyDown={(event) => {
				if (event.key === "Enter") hold();
			}}
		/>
	);
}
