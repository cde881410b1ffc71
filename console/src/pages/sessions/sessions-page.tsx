import { Page } from "../../parts/page.tsx";

export default function SessionsPage() {
	return <Page title="Sessions">{null}</Page>;
}
