import { Button } from "../../parts/button.tsx";

/** The progress of an export. */
export function ExportProgress({ lines, of, stop }: { lines: number; of: number; stop(): void }) {
	return (
		<span className="row small soft session-acts-export">
			<progress aria-label="Export" value={lines} max={Math.max(of, lines, 1)} />
			{lines.toLocaleString()} lines
			<Button look="plain" onClick={stop}>
				Stop
			</Button>
		</span>
	);
}
