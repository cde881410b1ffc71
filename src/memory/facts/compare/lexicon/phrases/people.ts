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
have got > have
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
`;
