import { words } from "./words.ts";

/** Each line: words that may stand for each other in a statement about a person; the first names the group. */
const GROUPS = `
like love enjoy adore relish lover enthusiast
live reside dwell
start begin commence
stop quit cease
buy purchase acquire
child kid
mother mum mom mama mommy mummy
father dad daddy papa
grandmother grandma granny nana gran
grandfather grandpa granddad grandad
sister sis
brother bro
wife missus
husband hubby
fiance fiancé fiancée fiancee
car automobile auto
movie film
apartment flat
vacation holiday
color colour
favorite favourite fave
photo picture photograph pic
bike bicycle pushbike
phone telephone
television tv telly
doctor physician
lawyer attorney solicitor
boss manager supervisor
colleague coworker workmate
company firm
big large
small little tiny
short brief concise succinct
answer reply response
job occupation profession
need require
own possess
move relocate
die perish
sofa couch
fridge refrigerator
kilogram kg kgs kilo kilogramme
gram g gramme
milligram mg
kilometer km kms kilometre
centimeter cm centimetre
meter m metre
mile mi
euro eur €
dollar usd $
pound gbp £
percent %
hour hr h
minute min
second sec
gigabyte gb
allergy allergic
diabetes diabetic
intolerance intolerant
fear afraid scare frighten terrify phobia
height tall
weight weigh
interest interested
mostly mainly primarily predominantly
usually normally typically
often frequently regularly
sometimes occasionally
rarely seldom
maybe might could perhaps possibly
almost nearly
every each
all entire whole
help assist aid assistance
repair fix mend
teach instruct
ill sick unwell
happy glad pleased
sad unhappy
angry mad
choose select pick
delete remove erase
register enroll enrol
postpone delay
configure setup
friend buddy pal
university uni
medication medicine med meds
computer pc
database db
repository repo
documentation docs
configuration config
easy simple
cheap inexpensive affordable
expensive costly pricey
silent quiet
loud noisy
main primary principal
soon shortly
immediately instantly
celiac coeliac
baby infant newborn
teenager teen
salary wage
yogurt yoghurt
gift present
pupil schoolchild
garbage trash rubbish
jumper sweater
backpack rucksack
luggage baggage
taxi cab
subway metro underground tube
motorcycle motorbike
aeroplane airplane plane
truck lorry
diaper nappy
eggplant aubergine
zucchini courgette
cilantro coriander
physiotherapy physio
exam examination
foot ft
firefighter fireman
invoice bill
verify confirm
discount rebate
finish complete
issue problem
smart intelligent clever
hard difficult tough
defective faulty
roughly approximately around circa
adult grownup
award prize
stomach belly tummy
weird strange odd
rich wealthy affluent
notify inform alert
refund reimbursement reimburse
supplier vendor
task todo
hearing-loss deaf
outdoors outside
sunglasses shades
athlete sportsperson
pharmacy drugstore
policeman cop
postpone defer
supermarket grocery
teenager adolescent
vacuum hoover
formerly previously
change switch
freelance freelancer
remote remotely
book reserve
glasses eyeglass spectacle
parcel package
when while whilst
tired exhausted
depart leave
delivery shipment
customer client
fast quick quickly rapid rapidly
vegetable veggie veg
cookie biscuit
candy sweets
soda pop
trip journey
error bug fault
city town
dog puppy pup doggy
cat kitty
license licence
program programme
center centre
organization organisation
organize organise
summarize summarise
theater theatre
gray grey
neighbor neighbour
math maths mathematics
ad advert advertisement
wifi wlan
website site webpage
pound lb lbs
ounce oz
liter litre l
milliliter ml millilitre
severe severely
keto ketogenic
phd doctorate
until till
older elder
sensitivity sensitive
fluent fluently
oldest eldest
grandchild grandkid
stepchild stepkid
song track tune
sofa settee
shop store
pants trousers
petrol gasoline
app application
mushroom fungi
shrimp prawn
peanut groundnut
chickpea garbanzo
beetroot beet
oatmeal porridge
anxious nervous
tidy neat
thin slim
beautiful gorgeous
delicious tasty
terrible awful horrible
funny humorous
boring dull
vet veterinarian
professor prof
developer dev
hairdresser hairstylist
salesperson salesman saleswoman
actor actress
flu influenza
insomnia sleeplessness
hike trek
donut doughnut
jewelry jewellery
pajamas pyjamas
mustache moustache
behavior behaviour
flavor flavour
humor humour
honor honour
labor labour
favor favour
fiber fibre
catalog catalogue
dialog dialogue
analyze analyse
prioritize prioritise
specialize specialise
recognize recognise
apologize apologise
realize realise
customize customise
optimize optimise
defense defence
skeptical sceptical
ageing aging
traveler traveller
counselor counsellor
jeweler jeweller
woolen woollen
communicate correspond
message msg
info information
lab laboratory
`;

function read(list: string): Map<string, string> {
	const groups = new Map<string, string>();
	for (const line of list.trim().split("\n")) {
		const [first = "", ...others] = words(line);
		for (const other of others) groups.set(other, first);
	}
	return groups;
}

/** Word → the name of its group. */
export const SYNONYMS: ReadonlyMap<string, string> = read(GROUPS);

/** Pairs that say the same in two statements otherwise alike, though neither may replace the other everywhere. */
const LOOSE = `
spouse wife
spouse husband
partner spouse
drive car
teach teacher
found founder
smoke smoker
write writer
employ employee
marry spouse
favorite prefer
plan subscription
take drink
volunteer volunteering
sing singer
paint painter
expire end
subscription subscribe
collection collect
happy satisfy
get receive
food cuisine
food dish
dish meal
food meal
house home
author writer
plan membership
dance dancer
`;

export const LOOSE_PAIRS: ReadonlySet<string> = new Set(
	LOOSE.trim()
		.split("\n")
		.flatMap((line) => {
			const [a = "", b = ""] = words(line);
			return [`${a} ${b}`, `${b} ${a}`];
		}),
);
