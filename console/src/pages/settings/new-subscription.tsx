import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

/** The entered filters, separated by commas, spaces or line breaks. */
const filtersIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");

export function NewSubscription({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const [url, setUrl] = useState("");
	const [agentId, setAgentId] = useState("");
	const [filters, setFilters] = useState("");
	const agents = useQuery({ queryKey: ["agents"], queryFn: async () => (await hf.agents.list()).items });
	const add = async (): Promise<void> => {
		const events = filtersIn(filters);
		await hf.webhooks.subscribe({
			url: url.trim(),
			...(agentId.trim() !== "" && { agentId: agentId.trim() }),
			...(events.length > 0 && { events }),
		});
		tell.done("Subscription added. It receives events from now on.");
		await queries.invalidateQueries({ queryKey: ["webhooks"] });
	};
	return (
		<FormDialog
			title="Add subscription"
			deed="Add subscription"
			disabled={url.trim() === ""}
			act={add}
			onClose={onClose}
		>
			<Field label="URL" hint="Receives each event as a signed POST request, in order.">
				{(field) => (
					<input
						{...field}
						className="input"
						type="url"
						autoComplete="off"
						placeholder="https://"
						value={url}
						onChange={(event) => setUrl(event.target.value)}
					/>
				)}
			</Field>
			<Field label="Agent" hint="Leave empty for the sessions of all agents.">
				{(field) => (
					<>
						<input
							{...field}
							className="input"
							dir="auto"
							autoComplete="off"
							list={`${field.id}-agents`}
							value={agentId}
							onChange={(event) => setAgentId(event.target.value)}
						/>
						<datalist id={`${field.id}-agents`}>
							{agents.data?.map(({ id }) => (
								<option key={id} value={id} />
							))}
						</datalist>
					</>
				)}
			</Field>
			<Field
				label="Events"
				hint="Kinds of events, with or without a value: message, mode:manual, status:failed, session:ended, custom:order. Leave empty for all events."
			>
				{(field) => (
					<input
						{...field}
						className="input mono"
						autoComplete="off"
						spellCheck={false}
						value={filters}
						onChange={(event) => setFilters(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
