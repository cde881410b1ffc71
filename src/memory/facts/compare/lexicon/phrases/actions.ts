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
`;
