import { Page } from "../../parts/page.tsx";

export default function FactsPage() {
	return <Page title="Facts">{null}</Page>;
}
