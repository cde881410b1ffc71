import type { Session } from "holdfast";
import type { Deed } from "./deeds.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { ForkDialog } from "./fork-dialog.tsx";
import { HandBackDialog } from "./hand-back-dialog.tsx";
import { MetadataDialog } from "./metadata-dialog.tsx";
import { PlaygroundDialog } from "./playground-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { TakeOverDialog } from "./take-over-dialog.tsx";

interface Props {
	deed: Deed;
	session: Session;
	at: number | undefined;
	onClose(): void;
}

/** The dialog of an action. */
export function DeedDialog({ deed, session, at, onClose }: Props) {
	const props = { session, onClose };
	switch (deed) {
		case "Take over":
			return <TakeOverDialog {...props} />;
		case "Hand back":
			return <HandBackDialog {...props} />;
		case "Fork":
			return <ForkDialog {...props} offset={at ?? session.head - 1} />;
		case "Open a copy in playground":
			return <PlaygroundDialog {...props} offset={at ?? session.head - 1} />;
		case "End session":
			return <EndDialog {...props} />;
		case "Rename":
			return <RenameDialog {...props} />;
		case "Edit metadata":
			return <MetadataDialog {...props} />;
		case "Delete session":
			return <DeleteDialog {...props} />;
		default:
			return null;
	}
}
