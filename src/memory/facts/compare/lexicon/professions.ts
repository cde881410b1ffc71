import { wordSet } from "./words.ts";

/** Work that fills a life: someone who does one of these seldom does one of another line. */
const LINES_OF_WORK = `
doctor surgeon veterinarian vet dentist pharmacist paramedic physiotherapist optician psychologist
nurse midwife
social-worker
realtor
flight-attendant
lawyer judge notary
teacher professor librarian
pilot
engineer developer programmer
accountant economist banker cashier
architect
plumber electrician carpenter mechanic bricklayer
chef baker butcher waiter waitress barista bartender
firefighter policeman soldier
translator journalist
barber hairdresser
secretary receptionist
sailor
farmer
`;

/** Profession → its line of work. */
export const PROFESSIONS: ReadonlyMap<string, number> = new Map(
	LINES_OF_WORK.trim()
		.split("\n")
		.flatMap((line, number) => line.split(" ").map((work) => [work, number] as const)),
);

/** They tell how well, or when, someone does a work rather than that it is theirs. */
export const WORK_MODIFIERS = wordSet(
	"good great bad terrible excellent amateur hobby former aspire retire future part-time ex trainee",
);
