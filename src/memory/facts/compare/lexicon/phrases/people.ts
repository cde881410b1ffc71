/** Who people are, where they live, how they are. */
export const PEOPLE = `
based in > live in
base in > live in
user be locate in > user live in
resident of > live in
home be in > live in
reside at > live in
call home > live in
be call > be name
go by name > be name
go by nickname > 's nickname be
go by > 's nickname be
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
have got > have
suffer from > have
be diagnose with > have
hold degree > degree
hold licence > license
hold master > master
hold bachelor > bachelor
grow up > raise
bring up > raise
come from > from
originally from > from
hail from > from
pass away > die
deceased > dead
consist of > have
be make up of > have
father of # > have # child
mother of # > have # child
parent of # > have # child
dad of # > have # child
mum of # > have # child
mom of # > have # child
pet dog > dog
pet cat > cat
engage to > fiance
native of > from
citizen of > nationality
afraid of > fear
scare of > fear
back pain > backache
high blood pressure > hypertension
heart attack > heart-attack
get divorce > divorce
be nickname > 's nickname be
customer be locate in > customer live in
have allergy > allergy
have fear of > fear
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
color blind > colorblind
wheelchair user > wheelchair
use wheelchair > wheelchair
be in wheelchair > wheelchair
cell number > mobile
mobile phone number > mobile
cell phone number > mobile
home phone number > home phone
postal code > postcode
zip code > postcode
zip > postcode
current city be > live in
city of residence be > live in
place of residence be > live in
country of residence be > live in
operate system > os
speak perfect > speak fluent
native speaker of > native language
fluent in > speak fluent
fluent speaker of > speak fluent
speak fluently > speak fluent
can speak > speak
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
wear size # shoe > shoe size #
early riser > early-bird
early bird > early-bird
morning person > early-bird
first name > first-name
given name > first-name
last name > last-name
family name > last-name
surname > last-name
middle name > middle-name
full name > name
mother tongue > native language
first language > native language
graduate of > graduate from
get marry > marry
different from > different-from
student at > attend
study at > attend
be at university > attend university
expect baby > pregnant
baby be due > be pregnant
baby due > pregnant
birth year be > be born in
year of birth be > be born in
nurse home > care home
have residence in > live in
together with > with
know allergy > allergy
be parent of # child > have # child
be father of # child > have # child
be mother of # child > have # child
be parent of # > have # child
be father of # > have # child
be mother of # > have # child
be parent to # child > have # child
be parent to # > have # child
be father to # > have # child
be mother to # > have # child
be dad of # > have # child
be mom of # > have # child
be mum of # > have # child
be dad to # > have # child
be mom to # > have # child
be mum to # > have # child
be marry to woman name > 's wife be
be marry to man name > 's husband be
spend childhood in > raise in
spend youth in > raise in
childhood be spend in > raise in
be bear and raise in > be born and raise in
make home in > live in
make 's home in > live in
be live in > live in
be resident in > live in
home town > hometown
's hometown be > be from
birthday be on > birthday be
birthday fall on > birthday be
have birthday on > birthday be
celebrate birthday on > birthday be
celebrate 's birthday on > birthday be
be bear on > be birthday
day of birth > birthday
be # of age > be age #
write with left hand > be lefthand
write with right hand > be righthand
be leftie > be lefthand
be lefty > be lefthand
asthmatic > asthma
insomniac > insomnia
epileptic > epilepsy
dyslexic > dyslexia
be celiac > have celiac
be diabetic > have diabetes
live with diabetes > have diabetes
live with asthma > have asthma
live with celiac > have celiac
have be diagnose with > have
get diagnose with > have
have diagnosis of > have
have intolerance to > intolerance
have allergy to > allergy
react allergically to > allergy
allergic reaction to > allergy
can not tolerate lactose > have lactose intolerance
can not digest lactose > have lactose intolerance
be in relationship with > date
go out with > date
be dating > date
native speaker > native-speaker
speak native > native language
be native in > native language be
be fluent speaker of > speak fluent
have good command of > speak
have fluent command of > speak fluent
have knowledge of > know
be knowledgeable about > know
have no brother or sister > not have sibling
have no sister or brother > not have sibling
not have brother or sister > not have sibling
not have any brother or sister > not have sibling
boy friend > boyfriend
girl friend > girlfriend
life partner > partner
significant other > partner
other half > partner
better half > partner
expect child > pregnant
contact number > phone
number to call > phone
e mail be > email be
contact email > email
user name > username
login name > username
live on own > live alone
live by self > live alone
live all alone > live alone
be single child > not have sibling
blood group > blood type
eye sight > eyesight
be home owner > own home
homeowner > own home
own house > own home
have no pet > not have pet
step son > stepson
step daughter > stepdaughter
great grandmother > great-grandmother
great grandfather > great-grandfather
middle child > middle-child
oldest child > eldest-child
eldest child > eldest-child
first born > eldest-child
bad at > bad-at
be scared of > fear
be frighten of > fear
be terrify of > fear
have phobia of > fear
suffer from fear of > fear
be retired > be retire
in retirement > retire
no longer alive > dead
user 's city be > user live in
user 's home be in > user live in
user 's home be > user live in
user 's location be > user live in
user 's current location be > user live in
user 's residence be in > user live in
user 's residence be > user live in
user 's home city be > user live in
user 's current residence be > user live in
have arachnophobia > fear spider
arachnophobic > fear spider
have acrophobia > fear height
be getting marry > 's wedding be
live by themselve > live alone
live by themself > live alone
live by himself > live alone
live by herself > live alone
wake up early > be early-bird
get up early > be early-bird
have master 's degree > have master-degree
hold master 's degree > have master-degree
have master 's > have master-degree
hold master 's > have master-degree
have master degree > have master-degree
have bachelor 's degree > have bachelor-degree
hold bachelor 's degree > have bachelor-degree
have bachelor 's > have bachelor-degree
hold bachelor 's > have bachelor-degree
have bachelor degree > have bachelor-degree
be pianist > play piano
be guitarist > play guitar
be violinist > play violin
be drummer > play drum
be cellist > play cello
be bassist > play bass
be saxophonist > play saxophone
be flutist > play flute
be swimmer > swim
be runner > run
be cyclist > cycle
be gamer > play video game
be dog person > prefer dog than cat
be cat person > prefer cat than dog
be in 30 > be in 30
be trilingual $ > speak 3 language
be bilingual $ > speak 2 language
be mother of # girl > have # daughter
be father of # girl > have # daughter
be parent of # girl > have # daughter
be mother of # boy > have # son
be father of # boy > have # son
be parent of # boy > have # son
have # girl > have # daughter
have # boy > have # son
be parent of twin > have twin
be mother of twin > have twin
be father of twin > have twin
immigrate to > move to
home address > address
postal address > address
user 's number be > user 's phone be
be in relationship $ > have partner
have hay fever > allergy pollen
have hayfever > allergy pollen
tend to be > be
`;
