/** Wordings that deny: they count as "not" and what is denied. */
export const DENIALS = `
can not stand > not like
can not bear > not like
not fond of > not like
hate > not like
detest > not like
loathe > not like
despise > not like
dislike > not like
have yet to > not
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
be only child > not have sibling
gluten free > not eat gluten
eat gluten free > not eat gluten
non smoker > not smoke
be vegetarian $ > not eat meat
become vegetarian $ > not eat meat
vegetarian diet $ > not eat meat
avoid meat $ > not eat meat
avoid gluten > not eat gluten
avoid dairy > not eat dairy
avoid pork > not eat pork
avoid sugar > not eat sugar
avoid alcohol > not drink alcohol
teetotal > not drink alcohol
teetotaler > not drink alcohol
non drinker > not drink
lack > not have
`;
