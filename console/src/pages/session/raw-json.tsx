import type { Event } from "holdfast";
import { JsonView } from "../../parts/json-view.tsx";
import { useOpened } from "./opened.ts";

/** The stored event, on demand. */
export function RawJson({ event }: { event: Event }) {
	const [isOpen, setOpen] = useOpened(`${event.offset} raw`);
	return (
		<details
			className="session-raw"
			open={isOpen}
			onToggle={({ currentTarget }) => {
				if (currentTarget.open !== isOpen) setOpen(currentTarget.open);
			}}
		>
			<summary aria-label={`JSON of event ${event.offset}`}>JSON</summary>
			{isOpen && <JsonView value={event} label={`Event ${event.offset} as JSON`} />}
		</details>
	);
}
