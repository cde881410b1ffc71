import type { Session } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { NARROW, useMedia } from "../../parts/use-media.ts";
import { playgroundPath } from "../../paths.ts";
import { DeedDialog } from "./deed-dialog.tsx";
import { BESIDE, type Deed, FIRST, possibleDeeds } from "./deeds.ts";
import { ExportProgress } from "./export-progress.tsx";
import { useExport } from "./use-export.ts";
import "./session-acts.css";

/** The actions of a session that the credential allows. `at`: the selected event, where a fork starts. */
export function SessionActions({ session, at }: { session: Session; at?: number }) {
	const can = useRights();
	const isNarrow = useMedia(NARROW);
	const [, navigate] = useLocation();
	const [open, setOpen] = useState<Deed>();
	const exporting = useExport(session);

	const begin = (deed: Deed): void => {
		if (deed === "Export") void exporting.begin();
		else if (deed === "Continue in playground")
			navigate(playgroundPath({ agent: session.agentId, user: session.userId, session: session.sessionId }));
		else setOpen(deed);
	};
	const nameOf = (deed: Deed): string => (deed === "Fork" && at !== undefined ? `Fork at ${at}` : deed);
	const deeds = possibleDeeds(session, can).filter(
		(deed) => deed !== "Export" || exporting.lines === undefined,
	);
	const inSight = isNarrow ? FIRST : [...FIRST, ...BESIDE];
	const more = deeds.filter((deed) => !inSight.includes(deed));
	return (
		<div className="session-acts">
			{exporting.lines !== undefined && (
				<ExportProgress lines={exporting.lines} of={session.eventCount + 1} stop={exporting.stop} />
			)}
			{deeds
				.filter((deed) => inSight.includes(deed))
				.map((deed) => (
					<Button
						// The two replace each other in place, so that the focus stays.
						key={FIRST.includes(deed) ? "first" : deed}
						{...(FIRST.includes(deed) && { look: "primary" })}
						onClick={() => begin(deed)}
					>
						{nameOf(deed)}
					</Button>
				))}
			{more.length > 0 && (
				<Menu
					label="More"
					entries={more.map((deed) => ({
						name: nameOf(deed),
						danger: deed === "Delete session",
						act: () => begin(deed),
					}))}
				/>
			)}
			{open !== undefined && (
				<DeedDialog deed={open} session={session} at={at} onClose={() => setOpen(undefined)} />
			)}
		</div>
	);
}
