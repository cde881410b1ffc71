const list = (text: string): string =>
	text
		.trim()
		.split(/\s*\n\s*|\s*,\s*/)
		.filter(Boolean)
		.join("|");

const FEMALE = list(
	"mother, mom, mum, mommy, mama, sister, daughter, wife, girlfriend, grandmother, grandma, granny, nana, aunt, auntie, niece, mother-in-law, sister-in-law, daughter-in-law, stepmother, stepmom, stepsister, stepdaughter, ex-wife, ex-girlfriend, granddaughter, half-sister, godmother, goddaughter",
);
const MALE = list(
	"father, dad, daddy, papa, brother, son, husband, boyfriend, grandfather, grandpa, granddad, uncle, nephew, father-in-law, brother-in-law, son-in-law, stepfather, stepdad, stepbrother, stepson, ex-husband, ex-boyfriend, grandson, half-brother, godfather, godson",
);
const OTHER_PEOPLE = list(
	"partner, spouse, fiancé, fiancée, fiance, fiancee, cousin, friend, best friend, roommate, flatmate, housemate, neighbor, neighbour, boss, manager, coworker, co-worker, colleague, teacher, mentor, coach, therapist, doctor, dentist, landlord, landlady, baby, kid, child, toddler, twin, sibling, ex, bandmate, supervisor, professor, tutor, assistant, trainer, business partner, cofounder, co-founder, godchild, grandchild",
);
export const PETS = list(
	"dog, cat, puppy, kitten, rabbit, bunny, hamster, guinea pig, parrot, bird, budgie, horse, pony, turtle, tortoise, fish, goldfish, snake, lizard, gecko, ferret, rat, pet, chinchilla, hedgehog",
);

/** Who belongs to someone. */
export const PEOPLE = `${FEMALE}|${MALE}|${OTHER_PEOPLE}`;
export const RELATIVES = `${PEOPLE}|${PETS}`;
const femaleWords = new Set(FEMALE.split("|"));
export const isFemale = (word: string): boolean => femaleWords.has(word);
const maleWords = new Set(MALE.split("|"));
export const isMale = (word: string): boolean => maleWords.has(word);
/** More than one of them: "kids", "parents", "two cats". */
export const PLURALS = list(
	"kids, children, sons, daughters, sisters, brothers, siblings, twins, parents, grandparents, grandkids, grandchildren, cousins, nieces, nephews, friends, roommates, dogs, cats, puppies, kittens, rabbits, birds, chickens, hens, horses, fish, pets, in-laws, guinea pigs, hamsters, turtles, snakes, bees, goats, sheep, cows, ducks, stepkids, stepchildren",
);

export const NATIONALITIES = list(
	"American, Canadian, Mexican, Brazilian, Argentinian, Argentine, Chilean, Colombian, Peruvian, Cuban, British, English, Scottish, Welsh, Irish, French, German, Austrian, Swiss, Italian, Spanish, Portuguese, Dutch, Belgian, Danish, Swedish, Norwegian, Finnish, Icelandic, Polish, Czech, Slovak, Hungarian, Romanian, Bulgarian, Greek, Turkish, Russian, Ukrainian, Lithuanian, Latvian, Estonian, Croatian, Serbian, Bosnian, Slovenian, Albanian, Israeli, Lebanese, Syrian, Iranian, Iraqi, Egyptian, Moroccan, Tunisian, Algerian, Nigerian, Ghanaian, Kenyan, Ethiopian, South African, Indian, Pakistani, Bangladeshi, Nepali, Sri Lankan, Chinese, Japanese, Korean, Taiwanese, Vietnamese, Thai, Malaysian, Indonesian, Filipino, Singaporean, Australian, a New Zealander",
);
export const LANGUAGES = list(
	"English, German, French, Spanish, Italian, Portuguese, Dutch, Danish, Swedish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Bulgarian, Greek, Turkish, Russian, Ukrainian, Croatian, Serbian, Hebrew, Arabic, Persian, Farsi, Hindi, Urdu, Bengali, Tamil, Chinese, Mandarin, Cantonese, Japanese, Korean, Vietnamese, Thai, Malay, Indonesian, Tagalog, Swahili, Latin, Esperanto, Catalan, Basque, Welsh, Irish, Gaelic, Icelandic",
);

export const OCCUPATIONS = list(
	`accountant, actor, actress, architect, artist, attorney, author, baker, barber, barista, bartender, biologist, bookkeeper, builder, butcher, carpenter,
	chef, chemist, cleaner, coach, comedian, consultant, contractor, cook, counselor, counsellor, dancer, data analyst, data scientist, dentist, designer,
	detective, developer, dietitian, director, dj, doctor, driver, economist, editor, electrician, engineer, entrepreneur, farmer, filmmaker, firefighter,
	fisherman, florist, freelancer, gardener, geologist, graphic designer, hairdresser, historian, illustrator, interpreter, investor, janitor, journalist,
	judge, lawyer, lecturer, librarian, lifeguard, linguist, locksmith, machinist, magician, maid, manager, mathematician, mechanic, midwife, miner, model, musician,
	nanny, nurse, nutritionist, officer, optician, painter, paralegal, paramedic, pastor, pharmacist, philosopher, photographer, physicist,
	physiotherapist, pianist, pilot, plumber, poet, police officer, postdoc, priest, producer, product manager, professor, programmer, psychiatrist,
	psychologist, realtor, receptionist, recruiter, researcher, sailor, salesman, saleswoman, salesperson, scientist, secretary, singer, social worker, soldier,
	student, surgeon, surveyor, tailor, tattoo artist, teacher, technician, therapist, trader, trainer, translator, trucker, tutor, veterinarian, vet, videographer,
	waiter, waitress, welder, writer, yoga instructor, instructor, analyst, founder, co-founder, ceo, cto, cfo, apprentice, intern, trainee, administrator, sysadmin,
	devops engineer, homemaker, housewife, stay-at-home mom, stay-at-home dad, retiree, paediatrician, pediatrician, cardiologist, oncologist, neurologist, anesthesiologist, radiologist, zookeeper, astronaut, undergraduate, undergrad, phd student, grad student, freshman, sophomore, senior engineer, streamer, youtuber, blogger, podcaster, game developer, novelist, sculptor, potter, violinist, cellist, guitarist, drummer, bassist, composer, conductor, athlete, footballer, boxer, runner, cyclist, swimmer, skier, climber, volunteer`,
);

export const DIETS = list(
	"vegetarian, vegan, pescatarian, flexitarian, lactose intolerant, lactose-intolerant, gluten intolerant, gluten-intolerant, gluten-free, celiac, coeliac, keto, kosher, halal, teetotal, sober, raw vegan",
);
export const CONDITIONS = list(
	"diabetes, diabetic, asthma, asthmatic, adhd, add, autism, autistic, dyslexia, dyslexic, epilepsy, epileptic, migraines, migraine, arthritis, depression, anxiety, insomnia, hypertension, high blood pressure, cancer, celiac disease, coeliac disease, crohn's, ibs, eczema, psoriasis, anemia, hay fever, tinnitus, ocd, ptsd, bipolar disorder, ms, multiple sclerosis, parkinson's, scoliosis, sciatica, glaucoma, hypothyroidism, endometriosis, pcos, long covid, colour blind, color blind, colour-blind, color-blind, colorblind, deaf, blind, hard of hearing, pregnant, near-sighted, nearsighted, short-sighted, lupus, fibromyalgia, sleep apnea, gout, allergies, an allergy, a heart condition, a bad back, a bad knee, back problems, kidney disease, heart disease, type 1 diabetes, type 2 diabetes",
);
/** What someone is for longer than a day. */
export const STATUS = list(
	"married, single, divorced, engaged, widowed, separated, retired, unemployed, self-employed, left-handed, right-handed, ambidextrous, bilingual, trilingual, introverted, extroverted, an introvert, an extrovert, non-binary, nonbinary, trans, transgender, gay, lesbian, bisexual, asexual, queer, Christian, Catholic, Protestant, Muslim, Jewish, Hindu, Buddhist, Sikh, atheist, an atheist, religious, adopted, an only child, an orphan, homeschooled, dead, deceased",
);

/** Things that people have for years. */
export const THINGS = list(
	`car, bike, bicycle, motorbike, motorcycle, scooter, van, truck, boat, house, apartment, flat, condo, cottage, cabin, garden, allotment, farm, phone, iphone, laptop, macbook, computer, pc, tablet,
	ipad, camera, guitar, piano, violin, cello, drum kit, ukulele, telescope, tv, television, tent, camper, campervan, rv, trailer, vinyl collection, collection, record player, synth, synthesizer, kindle, e-reader, printer, 3d printer, sewing machine, espresso machine,
	coffee machine, grill, pool, greenhouse, sauna, tattoo, tattoos, license, licence, driver's license, driving licence, passport, subscription, membership, insurance, business, company, shop, store, restaurant, cafe, bakery, startup, studio, podcast, blog, youtube channel, degree, phd, master's, masters, bachelor's, mba, diploma, certificate, mortgage, tesla, bmw, toyota, honda, ford, volvo, kayak, surfboard, skateboard, property, properties, snowboard, skis, drone, switch, playstation, xbox, smartwatch`,
);

/** Words of the work on computers: what someone did with them today is no part of their life. */
export const TECHNICAL =
	/\b(?:server|deploy|deployed|refactor|debug|merge|domain|e-?mail|web hosting|premium plan|script|tests?|code|codebase|function|method|build|docs?|documentation|file|files|folder|directory|command|query|container|docker|kubernetes|error|errors|exception|bug|bugs|issue|ticket|version|package|packages|database|migration|repo|repository|branch|commit|endpoint|api|deployment|pipeline|logs?|config|configuration|module|variable|array|string|json|csv|spreadsheet|column|regex|loop|terminal|browser|page|website|webpage|button|link|prompt|chat|conversation|message|answer|response|output|input|algorithm|library|framework|dependency|plugin|vm|cluster|npm|pip|git|github|localhost|component|schema|dataset|parser|compiler|update the|settings?|account|login|password|app|software|document|paragraph|sentence|essay|slide|slides|draft|summary|stack trace|latency|cache|order|invoice|refund|package|parcel|delivery)\b/i;
