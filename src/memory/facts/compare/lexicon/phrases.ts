import { words } from "./words.ts";

/*
 * Groups of words → the words they count as. Written in plain forms (see undo-inflection.ts) without articles;
 * "#" stands for any number, "$" for the end of the statement. The longest wins.
 */
const PHRASES = `
fond of > like
keen on > like
be into > like
big fan of > like
huge fan of > like
great fan of > like
avid fan of > like
fan of > like
passionate about > like
passion for > like
crazy about > like
can not stand > not like
can not bear > not like
not fond of > not like
hate > not like
detest > not like
loathe > not like
despise > not like
dislike > not like
like more than > prefer than
love more than > prefer than
enjoy more than > prefer than
would rather > prefer
prefer to sit by window > prefer window seat
prefer to use > prefer
prefer to have > prefer
based in > live in
base in > live in
user be locate in > user live in
locate in > in
locate at > at
resident of > live in
home be in > live in
reside at > live in
call home > live in
employ by > work at
employ at > work at
employee of > work at
employee at > work at
have job at > work at
's employer be > work at
work for > work at
have position at > work at
job be > be
job title be > be
job be as > be
profession be > be
occupation be > be
work as > be
work from home > work remote
work remotely > work remote
remote worker > work remote
earn living as > be
report to > 's boss be
line manager > boss
team lead of > lead
in charge of > lead
manage team > lead team
head team > lead team
manage project > lead project
be call > be name
go by name > be name
go by > be name
know as > be name
# year old > age #
# year of age > age #
born on > birthday
date of birth > birthday
birth date > birthday
birthdate > birthday
dob > birthday
place of birth > birthplace
birth place > birthplace
email address > email
e mail address > email
e mail > email
phone number > phone
telephone number > phone
mobile number > mobile
cell phone > mobile
cellphone > mobile
mobile phone > mobile
time zone > timezone
would like > want
would love > want
wish > want
plan to > intend
plan on > intend
intend to > intend
aim to > intend
have intention of > intend
hope to > hope
have got > have
have yet to > not
have to > must
about # > roughly #
need to > must
able to > can
able > can
unable to > not can
unable > not can
unavailable > not available
unemploy > not employ
jobless > not employ
out of work > not employ
unmarry > not marry
inactive > not active
unhappy > not happy
distrust > not trust
disagree > not agree
disapprove > not approve
dissatisfy > not satisfy
unsatisfy > not satisfy
unhealthy > not healthy
uncomfortable > not comfortable
unaware > not aware
unsafe > not safe
unpaid > not pay
unverify > not verify
unlock > not lock
unsure > not sure
unfamiliar > not familiar
uninterest > not interest
uninterested > not interest
unread > not read
unlicense > not license
uninsure > not insure
invalid > not valid
incomplete > not complete
insecure > not secure
illegal > not legal
impossible > not possible
disconnect > not connect
offline > not online
abstain from > not
refrain from > not
no longer > not
not any more > not
not anymore > not
look for > seek
search for > seek
be search > seek
suffer from > have
be diagnose with > have
hold phd > phd
hold degree > degree
hold licence > license
hold master > master
hold bachelor > bachelor
have phd > phd
grow up > raise
bring up > raise
come from > from
originally from > from
hail from > from
wake up > wake
get up > wake
rise > wake
go to bed > bedtime
go sleep > bedtime
pass away > die
deceased > dead
volunteer work > volunteer
look after > care-for
take care of > care-for
care for > care-for
cycle to work > commute-bike
bike to work > commute-bike
ride bike to work > commute-bike
ride bicycle to work > commute-bike
ride bicycle work > commute-bike
commute by bike > commute-bike
commute by bicycle > commute-bike
drive to work > commute-car
commute by car > commute-car
walk to work > commute-foot
commute on foot > commute-foot
take train to work > commute-train
take bus to work > commute-bus
commute by bus > commute-bus
take subway to work > commute-subway
commute by subway > commute-subway
commute by train > commute-train
work out > exercise
be only child > not have sibling
at moment >
right now >
these day >
at present >
for living >
in total >
as well as > and
as well >
very much >
so much >
lot of > many
lot >
in order to > to
of course >
right away > immediately
straight away > immediately
consist of > have
be make up of > have
owner of > own
father of # > have # child
mother of # > have # child
parent of # > have # child
dad of # > have # child
mum of # > have # child
mom of # > have # child
major in > study
enroll at > study at
pet dog > dog
pet cat > cat
get in touch with > contact
reach out to > contact
go to church > attend church
go to school > attend school
go to college > attend college
go to university > attend university
in relationship with > date
engage to > fiance
native of > from
citizen of > nationality
responsible for > lead
sign up > register
log in > login
sign in > login
set up > configure
ask for > request
send back > return
give back > return
put off > postpone
call off > cancel
get rid of > dispose
throw away > dispose
find out > learn
afraid of > fear
scare of > fear
good at > good-at
back pain > backache
high blood pressure > hypertension
heart attack > heart-attack
get divorce > divorce
be expect > expect
in favor of > support
be against > oppose
have trouble > struggle
have difficulty > struggle
midnight > 0:00
noon > 12:00
midday > 12:00
give up > stop
employ as > be
go to work by bike > commute-bike
go to work by car > commute-car
go to work by bus > commute-bus
go to work by train > commute-train
go to work on foot > commute-foot
take car to work > commute-car
travel to work by train > commute-train
travel to work by bus > commute-bus
travel to work by car > commute-car
be nickname > 's nickname be
like to be call > prefer to be name
want to be call > prefer to be name
customer be locate in > customer live in
money back > refund
work overtime > overtime
have dinner > eat dinner
have lunch > eat lunch
have breakfast > eat breakfast
have shower > shower
take shower > shower
take nap > nap
have allergy > allergy
have fear of > fear
run late > late
take vacation > vacation
in hospital > hospital
free of charge > free
be date > date
be in love with > love-with
in love with > love-with
depend on > need
rely on > need
live by > live near
be wed > marry
tie knot > marry
get wed > marry
break up with > separate
split up with > separate
have surgery > surgery
undergo surgery > surgery
have operation > surgery
be operate on > surgery
hard of hear > hearing-loss
short sight > nearsight
near sight > nearsight
be on $ > be enable
be off $ > be disable
color blind > colorblind
wheelchair user > wheelchair
use wheelchair > wheelchair
be in wheelchair > wheelchair
gluten free > not eat gluten
eat gluten free > not eat gluten
keep kosher > kosher
eat kosher > kosher
eat halal > halal
sugar free > without sugar
cell number > mobile
mobile phone number > mobile
cell phone number > mobile
work phone number > work phone
home phone number > home phone
postal code > postcode
zip code > postcode
zip > postcode
marital status be > be
current job be > be
current employer be > 's employer be
current city be > live in
city of residence be > live in
place of residence be > live in
country of residence be > live in
make living as > be
operate system > os
desktop computer > desktop
job interview > interview
get along well with > get-along
get on with > get-along
get along with > get-along
speak perfect > speak fluent
native speaker of > native language
attempt to > try
manage to > manage-to
every morning > per morning
each morning > per morning
every evening > per evening
each evening > per evening
every other day > alternate day
every second day > alternate day
every 2 week > biweekly
fortnightly > biweekly
every fortnight > biweekly
quarterly > per quarter
every quarter > per quarter
hourly > per hour
every hour > per hour
all time > always
at all time > always
almost never > rarely
hardly ever > rarely
from time to time > sometimes
now and then > sometimes
once in while > sometimes
most of time > usually
as rule > usually
long time > long
several time > repeatedly
multiple time > repeatedly
again and again > repeatedly
speak to > talk to
speak with > talk with
chat with > talk with
no later than > by
due on > deadline
be due on > deadline be
due date > deadline
cut off date > deadline
expiry date be > expire
expiration date be > expire
shut down > shutdown
pick up > pick-up
drop off > drop-off
instead of > instead
rather than > instead
expect baby > baby due
non smoker > not smoke
smoker > smoke
be not vegetarian $ > eat meat
be vegetarian $ > not eat meat
become vegetarian $ > not eat meat
vegetarian diet $ > not eat meat
avoid meat $ > not eat meat
be meat eater $ > eat meat
avoid gluten > not eat gluten
avoid dairy > not eat dairy
avoid pork > not eat pork
avoid sugar > not eat sugar
avoid alcohol > not drink alcohol
teetotal > not drink alcohol
teetotaler > not drink alcohol
follow vegan diet > be vegan
eat vegan diet > be vegan
have vegan diet > be vegan
vegan diet $ > be vegan
fluent in > speak fluent
fluent speaker of > speak fluent
speak fluently > speak fluent
can speak > speak
know how to > can
can play > play
mother and father > parent
father and mother > parent
mum and dad > parent
mom and dad > parent
mother in law > mother-in-law
father in law > father-in-law
brother in law > brother-in-law
sister in law > sister-in-law
step mother > stepmother
step father > stepfather
marry to > spouse
employ # person > have # employee
employ # people > have # employee
# staff > # employee
turn on > enable
switch on > enable
activate > enable
turn off > disable
switch off > disable
deactivate > disable
move in > move-in
move out > move-out
run out of > out-of
out of > out-of
close to > near
next to > next-to
wear size # shoe > shoe size #
every day > per day
each day > per day
daily > per day
every week > per week
each week > per week
weekly > per week
every month > per month
each month > per month
monthly > per month
every year > per year
each year > per year
annually > per year
annual > per year
yearly > per year
every night > per night
nightly > per night
once > 1 time
twice > 2 time
thrice > 3 time
at least > at-least
at most > at-most
up to > at-most
full time > full-time
part time > part-time
early riser > early-bird
early bird > early-bird
morning person > early-bird
night owl > night-owl
night person > night-owl
evening person > night-owl
go to gym > gym
work out at gym > gym
visit gym > gym
first name > first-name
given name > first-name
last name > last-name
family name > last-name
surname > last-name
middle name > middle-name
full name > name
mother tongue > native language
first language > native language
travel to > visit
make trip to > visit
take trip to > visit
think about > consider
think of > consider
shy away from > avoid
decline > reject
refuse > reject
turn down > reject
credit card > credit-card
debit card > debit-card
graduate of > graduate from
pay by > pay with
pay via > pay with
get marry > marry
get engage > engage
different from > different-from
two factor authentication > 2fa
2 factor authentication > 2fa
mfa > 2fa
`;

export interface Phrase {
	from: readonly string[];
	to: readonly string[];
}

/** Phrases by their first word, longest first. */
export const PHRASES_BY_FIRST: ReadonlyMap<string, readonly Phrase[]> = read();

function read(): Map<string, Phrase[]> {
	const byFirst = new Map<string, Phrase[]>();
	for (const line of PHRASES.trim().split("\n")) {
		const [left = "", right = ""] = line.split(/ > ?| >$/);
		const from = words(left);
		const first = from[0] ?? "";
		const list = byFirst.get(first) ?? [];
		list.push({ from, to: right === "" ? [] : words(right) });
		byFirst.set(first, list);
	}
	for (const list of byFirst.values()) list.sort((a, b) => b.from.length - a.from.length);
	return byFirst;
}
