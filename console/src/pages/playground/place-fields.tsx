import { useConnection } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import type { Place } from "./use-place.ts";

/** Agent, user and session. Another agent or user starts a new session. */
export function PlaceFields({ place, busy, onMove }: { place: Place; busy: boolean; onMove(): void }) {
	const { can } = useConnection();
	const names = place.agents.data ?? [];
	const all =
		place.agentId === undefined || names.includes(place.agentId) ? names : [place.agentId, ...names];
	const move = (how: () => void): void => {
		how();
		place.setSession(undefined);
		onMove();
	};
	return (
		<div className="filters">
			{place.agents.error && <ErrorNote error={place.agents.error} />}
			<Field label="Agent">
				{(field) =>
					can.isUser && all.length === 0 ? (
						<input
							{...field}
							className="input"
							value={place.agentId ?? ""}
							onChange={(event) => place.setAgent(event.target.value)}
						/>
					) : (
						<select
							{...field}
							className="input"
							disabled={busy}
							value={place.agentId ?? ""}
							onChange={(event) => move(() => place.setAgent(event.target.value))}
						>
							{all.map((name) => (
								<option key={name}>{name}</option>
							))}
						</select>
					)
				}
			</Field>
			{!can.isUser && (
				<Field label="User id">
					{(field) => (
						<input
							{...field}
							className="input"
							placeholder="no user"
							disabled={busy}
							value={place.userId ?? ""}
							onChange={(event) => move(() => place.setUser(event.target.value))}
						/>
					)}
				</Field>
			)}
			<Field label="Session id">
				{(field) => (
					<input
						{...field}
						className="input"
						placeholder="new session"
						disabled={busy}
						value={place.sessionId ?? ""}
						onChange={(event) => {
							place.setSession(event.target.value);
							onMove();
						}}
					/>
				)}
			</Field>
		</div>
	);
}
