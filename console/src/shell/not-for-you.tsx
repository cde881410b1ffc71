import { useRights } from "../connect/connection.tsx";
import { Empty } from "../parts/note.tsx";
import { Page } from "../parts/page.tsx";

/** Instead of a page whose every request would be refused. */
export function NotForYou({ name }: { name: string }) {
	const { isUser } = useRights();
	return (
		<Page title={name}>
			<Empty>
				{isUser
					? "This page is for those who run the agents. Your conversations are under Sessions."
					: "Your key only reads. Talking to agents needs one that may run them."}
			</Empty>
		</Page>
	);
}
