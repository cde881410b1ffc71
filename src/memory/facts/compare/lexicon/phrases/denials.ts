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
be vegetarian > not eat meat
follow vegetarian diet > not eat meat
follow meat free diet > not eat meat
eat vegetarian diet > not eat meat
eat vegetarian > not eat meat
be on vegetarian diet > not eat meat
have vegetarian diet > not eat meat
keep vegetarian diet > not eat meat
can not have gluten > can not eat gluten
can not have dairy > can not eat dairy
can not have nut > can not eat nut
can not have peanut > can not eat peanut
can not have shellfish > can not eat shellfish
can not have sugar > can not eat sugar
can not have egg > can not eat egg
can not have lactose > can not eat lactose
can not have meat > can not eat meat
can not consume > can not eat
not consume > not eat
eat no > not eat
drink no > not drink
abstain from alcohol > not drink alcohol
abstain from drink alcohol > not drink alcohol
be teetotaler > not drink alcohol
be teetotal > not drink alcohol
be non drinker > not drink alcohol
be nondrinker > not drink alcohol
not drink $ > not drink alcohol
never drink $ > not drink alcohol
be non smoker > not smoke
be nonsmoker > not smoke
nonsmoker > not smoke
not be smoker > not smoke
be not smoker > not smoke
not be big fan of > not like
be not big fan of > not like
not big fan of > not like
not be fan of > not like
not fan of > not like
not keen on > not like
not be into > not like
be not into > not like
not be interest in > not interest
have no interest in > not interest
have no interest > not interest
not have interest in > not interest
not have any interest in > not interest
lack interest in > not interest
have aversion to > not like
have distaste for > not like
have dislike of > not like
have dislike for > not like
have strong dislike for > not like
have strong dislike of > not like
have hatred of > not like
be averse to > not like
be disgust by > not like
abhor > not like
can not abide > not like
be no fan of > not like
no fan of > not like
not at all > not
be out of work > be not employ
be out of job > be not employ
be without job > be not employ
have no job > be not employ
not have job > be not employ
be between job > be not employ
without child > not have child
be childless > not have child
childless > not have child
be without child > not have child
be petless > not have pet
not possess > not have
be without car > not have car
not own > not have
own no > not have
be afraid of nothing > not fear
not afraid of > not fear
have no fear of > not fear
no fear of > not fear
unaffordable > not afford
can not speak > not speak
can not play > not play
not know how to > not can
not able to > not can
have never learn to > not can
never learn to > not can
be on gluten free diet > not eat gluten
follow gluten free diet > not eat gluten
have gluten free diet > not eat gluten
skip breakfast > not eat breakfast
skip lunch > not eat lunch
skip dinner > not eat dinner
`;
