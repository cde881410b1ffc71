import { useRights } from "../connect/connection.tsx";
import { Empty } from "../parts/note.tsx";
import { Page } from "../parts/page.tsx";

/** Shown instead of a page whose requests the server would refuse. */
export function NotForYou({ name }: { name: string }) {
	const { isUser } = useRights();
	return (
		<Page title={name}>
			<Empty>
				{isUser
					? "This page is for operators. Your conversations are under Sessions."
					: "Your key is read-only. To run agents, log in with a key of scope agent or admin."}
			</Empty>
		</Page>
	);
}
