import { Page } from "../../parts/page.tsx";

export default function RunsPage() {
	return <Page title="Runs">{null}</Page>;
}
