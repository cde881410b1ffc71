/** Forms that no rule of spelling undoes: each line is the plain form, then its past forms. */
const PAST_FORMS = `
be was were been
have had
do did done
go went gone
get got gotten
buy bought
bring brought
think thought
teach taught
catch caught
fight fought
eat ate eaten
drink drank drunk
speak spoke spoken
break broke broken
choose chose chosen
drive drove driven
ride rode ridden
write wrote written
rise rose risen
give gave given
take took taken
forget forgot forgotten
see saw seen
know knew known
grow grew grown
fly flew flown
throw threw thrown
draw drew drawn
begin began begun
run ran
swim swam swum
sing sang sung
win won
lose lost
find found
hold held
keep kept
sleep slept
feel felt
meet met
lend lent
send sent
spend spent
build built
sell sold
tell told
say said
pay paid
make made
hear heard
stand stood
understand understood
wake woke woken
wear wore worn
become became
come came
mean meant
sit sat
lead led
fall fell fallen
show shown
lie lay lain lied
lay laid
undergo underwent undergone
die died
tie tied
hurt
quit
cut
put
set
read
let
cost
hit
shut
learn learnt
dream dreamt
move moved
use used
love loved
nickname nicknamed
program programmed
like liked
hire hired
`;

const PLURALS = `
child children
kid kids
man men
woman women
person people
foot feet
tooth teeth
mouse mice
wife wives
knife knives
half halves
movie movies
cookie cookies
pie pies
tie ties
shoe shoes
bus buses
gas gases
news news
series series
species species
glasses glasses
jeans jeans
always always
sometimes sometimes
vs vs
lens lenses
tennis tennis
diabetes diabetes
asthma asthma
physics physics
mathematics mathematics
maths maths
yes yes
thing things
evening evenings
morning mornings
wedding weddings
building buildings
meeting meetings
ring rings
spring springs
king kings
string strings
ceiling ceilings
sibling siblings
clothing clothing
bed beds
seed seeds
weed weeds
speed speeds
need needs needed needing
feed feeds
hundred hundreds
red red
wicked wicked
shed sheds
during during
nothing nothing
something something
anything anything
everything everything
this this
his his
its its
be is are am
have has
do does
go goes
`;

function read(list: string, keep: boolean): Map<string, string> {
	const forms = new Map<string, string>();
	for (const line of list.trim().split("\n")) {
		const [plain = "", ...others] = line.split(" ");
		for (const form of others) forms.set(form, plain);
		if (keep) forms.set(plain, plain);
	}
	return forms;
}

/** Past form → plain form. */
export const PAST: ReadonlyMap<string, string> = read(PAST_FORMS, false);

/** Plural and other forms → plain form; a form that maps to itself is left alone. */
export const NOUN_FORMS: ReadonlyMap<string, string> = read(PLURALS, true);
