import { type FormEvent, useEffect, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { factWords } from "../../parts/fact-counts.ts";
import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import type { AgentChoice } from "./use-agent-choices.ts";

interface Props {
	agentId: string;
	choices: readonly AgentChoice[];
	onChoose(agentId: string): void;
}

const nameOf = ({ id, facts, space }: AgentChoice): string =>
	facts === undefined
		? id
		: `${id} (${space === undefined ? "" : `shared space ${space}: `}${factWords(facts)})`;

/** The agent, the user and the search text. */
export function SearchForm({ agentId, choices, onChoose }: Props) {
	const can = useRights();
	const [userId, setUserId] = useQueryValue("user");
	const [query, setQuery] = useQueryValue("q");
	const [, setTab] = useQueryValue("tab");
	const [typedUser, setTypedUser] = useState(userId ?? "");
	const [typed, setTyped] = useState(query ?? "");

	// The fields follow the address, for example after the back button.
	useEffect(() => setTypedUser(userId ?? ""), [userId]);
	useEffect(() => setTyped(query ?? ""), [query]);

	const submit = (event: FormEvent): void => {
		event.preventDefault();
		setUserId(typedUser.trim());
		setQuery(typed.trim());
		if (typed.trim() !== "") setTab(undefined);
	};
	const clear = (): void => {
		setTyped("");
		setQuery(undefined);
	};
	// An agent that only the address names is also listed.
	const listed = choices.some(({ id }) => id === agentId) ? choices : [{ id: agentId }, ...choices];
	return (
		<form className="filters facts-search" onSubmit={submit}>
			<Field label="Agent">
				{(field) => (
					<select
						{...field}
						className="input"
						value={agentId}
						onChange={(event) => onChoose(event.target.value)}
					>
						{listed.map((choice) => (
							<option key={choice.id} value={choice.id}>
								{nameOf(choice)}
							</option>
						))}
					</select>
				)}
			</Field>
			{!can.isUser && (
				<Field label="User">
					{(field) => (
						<input
							{...field}
							className="input"
							value={typedUser}
							placeholder="all users"
							spellCheck={false}
							dir="auto"
							onChange={(event) => setTypedUser(event.target.value)}
							onBlur={() => {
								if (typedUser.trim() !== (userId ?? "")) setUserId(typedUser.trim());
							}}
						/>
					)}
				</Field>
			)}
			<div className="facts-query">
				<Field label="Search">
					{(field) => (
						<input
							{...field}
							className="input"
							type="search"
							value={typed}
							placeholder="keywords or a question"
							dir="auto"
							onChange={(event) => setTyped(event.target.value)}
						/>
					)}
				</Field>
			</div>
			<div className="row">
				<Button type="submit">Search</Button>
				{query !== undefined && <Button onClick={clear}>Show all</Button>}
			</div>
		</form>
	);
}
