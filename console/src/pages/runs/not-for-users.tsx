import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";

/** Runs are for those who operate the agent: a user's token is refused, so nothing is asked for. */
export function NotForUsers({ title }: { title: string }) {
	return (
		<Page title={title}>
			<Empty>Runs are not shown to users. Your conversations are under Sessions.</Empty>
		</Page>
	);
}
