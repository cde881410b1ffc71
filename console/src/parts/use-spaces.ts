import { useQuery } from "@tanstack/react-query";
import { useHf } from "../connect/connection.tsx";

/** The shared spaces, with their counts of facts. */
export function useSpaces(refetchInterval: number | false = false) {
	const hf = useHf();
	return useQuery({
		queryKey: ["spaces"],
		queryFn: async () => (await hf.spaces.list({ limit: 1_000 })).items,
		refetchInterval,
	});
}
