import { Page } from "../../parts/page.tsx";

export default function FactPage() {
	return <Page title="Fact">{null}</Page>;
}
