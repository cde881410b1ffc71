/** What is done, and what may be left out. */
export const ACTIONS = `
locate in > in
locate at > at
have to > must
about # > roughly #
need to > must
able to > can
able > can
look for > seek
search for > seek
be search > seek
wake up > wake
get up > wake
rise > wake
go to bed > bedtime
go sleep > bedtime
look after > care-for
take care of > care-for
care for > care-for
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
owner of > own
major in > study
enroll at > attend
get in touch with > contact
reach out to > contact
go to church > attend church
go to school > attend school
go to college > attend college
go to university > attend university
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
good at > good-at
have trouble > struggle
have difficulty > struggle
midnight > 0:00
noon > 12:00
midday > 12:00
give up > stop
employ as > be
money back > refund
have shower > shower
take shower > shower
take nap > nap
run late > late
take vacation > vacation
in hospital > hospital
free of charge > free
depend on > need
rely on > need
be on $ > be enable
be off $ > be disable
marital status be > be
current job be > be
make living as > be
desktop computer > desktop
get along well with > get-along
get on with > get-along
get along with > get-along
attempt to > try
manage to > manage-to
speak to > talk to
speak with > talk with
chat with > talk with
no later than > by
shut down > shutdown
pick up > pick-up
drop off > drop-off
instead of > instead
rather than > instead
know how to > can
can play > play
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
at least > at-least
at most > at-most
up to > at-most
go to gym > gym
visit gym > gym
travel to > visit
make trip to > visit
take trip to > visit
shy away from > avoid
decline > reject
refuse > reject
turn down > reject
credit card > credit-card
debit card > debit-card
pay by > pay with
pay via > pay with
get engage > engage
two factor authentication > 2fa
2 factor authentication > 2fa
mfa > 2fa
reschedule to > move to
form of >
price at > cost
enrol at > attend
enroll in > attend
register at > attend
be student at > attend
be student of > attend
code editor > editor
text editor > editor
code edit > editor
web browser > browser
internet browser > browser
search engine > search-engine
program language > programming-language
code language > programming-language
coding language > programming-language
mobile app > app
smart phone > smartphone
laptop computer > laptop
be contact by > contact by
take lesson in > learn
take class in > learn
take course in > learn
have lesson in > learn
take part in > participate
participate in > participate
be involve in > participate
be member of > member
member of > member
sign up for > register
join up > join
be try to > try
be work on > work-on
work on > work-on
save up for > save
save money for > save
save up > save
save money > save
electric bike > ebike
e bike > ebike
electric bicycle > ebike
ev > electric car
electric vehicle > electric car
electric guitar > electric-guitar
get bus > take bus
catch bus > take bus
catch train > take train
take part > participate
do yoga > yoga
practice yoga > yoga
practise yoga > yoga
attend yoga > yoga
go to yoga > yoga
play game of > play
work out > exercise
do exercise > exercise
do workout > exercise
get exercise > exercise
do sport > sport
play sport > sport
go jog > jog
go run > run
go swim > swim
go for jog > jog
eat out > eat-out
dine out > eat-out
eat at restaurant > eat-out
go to restaurant > eat-out
eat at home > eat-home
have flight > flight
have exam > exam
throw party > host party
hold party > host party
get home > arrive home
get back > return
come back > return
go back > return
have problem with > struggle with
find hard > struggle
find difficult > struggle
find it hard to > struggle
find it difficult to > struggle
find hard to > struggle
find difficult to > struggle
find challenging > struggle
have hard time > struggle
have difficulty with > struggle with
concentrate > focus
fall asleep > sleep
go to sleep > bedtime
hit bed > bedtime
head to bed > bedtime
turn in at > bedtime at
bed time > bedtime
night sleep > sleep
take dog for walk > walk dog
take dog out for walk > walk dog
listen to > listen
watch tv > watch television
subscribe to > subscribe
be subscriber of > subscribe
have subscription to > subscribe
have subscription for > subscribe
be subscribe to > subscribe
be sign up for > subscribe
membership > subscription
ask to be refund > request refund
demand refund > request refund
be charge twice > double-charge
be bill twice > double-charge
be double charge > double-charge
get charge twice > double-charge
2 step verification > 2fa
two step verification > 2fa
2 factor auth > 2fa
multi factor authentication > 2fa
driver 's license > driving-license
driver license > driving-license
drive license > driving-license
drive licence > driving-license
driver 's licence > driving-license
driver licence > driving-license
have driving license > driving-license
hold driving license > driving-license
swim pool > pool
swimming pool > pool
dine room > dining-room
live room > living-room
dark theme > dark mode
dark color scheme > dark mode
night mode > dark mode
light theme > light mode
bullet point list > bullet point
bulleted list > bullet point
bullet list > bullet point
point form > bullet point
step by step > stepwise
be originate from > from
make use of > use
utilize > use
utilise > use
switch over to > change to
convert to > change to
migrate to > change to
migrate from > change from
switch from > change from
move over to > change to
swap to > change to
skill in > good-at
skill at > good-at
talented at > good-at
great at > good-at
be bad at > be not good-at
be poor at > be not good-at
be terrible at > be not good-at
practice meditation > meditate
practise meditation > meditate
do meditation > meditate
team of # person > team of #
team of # people > team of #
make complaint > complain
file complaint > complain
submit complaint > complain
lodge complaint > complain
have complain > complain
make decision > decide
take decision > decide
make reservation > book
have conversation with > talk with
give presentation > present
make payment > pay
make purchase > buy
place order for > order
place order > order
make order > order
pay visit to > visit
make donation to > donate to
have argument with > argue with
have crush on > crush
new to > beginner in
be getting ready for > be prepare for
get ready for > prepare for
stay up late > be night-owl
look for new job > seek job
look for job > seek job
look for work > seek job
search for new job > seek job
search for job > seek job
seek new job > seek job
be job hunt > seek job
job hunt > seek job
go to movie > go to cinema
movie theater > cinema
less than # > under #
fewer than # > under #
below # > under #
more than # > above #
over # > above #
get double charge > double-charge
not go through > fail
`;
