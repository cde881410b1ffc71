/** What people like, eat, want and plan. */
export const TASTES = `
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
like more than > prefer than
love more than > prefer than
enjoy more than > prefer than
would rather have > prefer
would rather > prefer
prefer to sit by window > prefer window seat
prefer to use > prefer
prefer to have > prefer
would like > want
would love > want
wish > want
plan to > intend
plan on > intend
intend to > intend
aim to > intend
have intention of > intend
hope to > hope
in favor of > support
be against > oppose
like to be call > prefer to be name
want to be call > prefer to be name
have dinner > eat dinner
have lunch > eat lunch
have breakfast > eat breakfast
be in love with > love-with
in love with > love-with
keep kosher > kosher
eat kosher > kosher
eat halal > halal
sugar free > without sugar
smoker > smoke
be not vegetarian $ > eat meat
be meat eater $ > eat meat
follow vegan diet > be vegan
eat vegan diet > be vegan
have vegan diet > be vegan
vegan diet $ > be vegan
think about > consider
think of > consider
's goal be to > want
's aim be to > want
's wish be to > want
's plan be to > intend
's intention be to > intend
look to > want
keen to > want
eager to > want
have coffee > drink coffee
have tea > drink tea
have wine > drink wine
have beer > drink beer
consume alcohol > drink alcohol
consume meat > eat meat
consume > eat
be really into > like
be big into > like
be enthusiastic about > like
be mad about > like
be nuts about > like
be huge on > like
be big on > like
have soft spot for > like
have love for > like
have love of > like
have liking for > like
have taste for > like
have weakness for > like
have thing for > like
have passion for > like
be lover of > like
lover of > like
be enthusiast of > like
have fondness for > like
be partial to > like
be devote to > devote
take pleasure in > like
get enjoyment from > like
have enjoyment > like
can not get enough of > like
find enjoyable > like
have big passion for > like
have great passion for > like
have strong passion for > like
have preference for > prefer
have strong preference for > prefer
favor > prefer
would prefer > prefer
opt for > prefer
tend to prefer > prefer
's preference be for > prefer
's preference be > prefer
's preferred choice be > prefer
of choice > favorite
top choice > favorite
best like > favorite
most like > favorite
most favorite > favorite
all time favorite > favorite
prefer to be contact by > prefer contact by
prefer to be contact via > prefer contact by
prefer to be contact through > prefer contact by
prefer to be contact over > prefer contact by
prefer to be contact on > prefer contact by
prefer to be reach by > prefer contact by
prefer to be reach via > prefer contact by
prefer to be reach through > prefer contact by
prefer be contact by > prefer contact by
prefer be contact via > prefer contact by
prefer be reach by > prefer contact by
prefer be reach via > prefer contact by
would rather be contact by > prefer contact by
would rather be contact via > prefer contact by
would rather be reach by > prefer contact by
would rather be reach via > prefer contact by
want to be contact by > prefer contact by
want to be contact via > prefer contact by
want to be reach by > prefer contact by
want to be reach via > prefer contact by
would like to be contact by > prefer contact by
would like to be contact via > prefer contact by
like to be contact by > prefer contact by
like to be contact via > prefer contact by
prefer to communicate by > prefer contact by
prefer to communicate via > prefer contact by
prefer to communicate through > prefer contact by
prefer communicate by > prefer contact by
prefer communicate via > prefer contact by
prefer communication by > prefer contact by
prefer communication via > prefer contact by
prefer communication through > prefer contact by
prefer contact via > prefer contact by
prefer contact through > prefer contact by
's preferred contact method be > prefer contact by
's preferred method of contact be > prefer contact by
's prefer contact method be > prefer contact by
's prefer method of contact be > prefer contact by
's prefer way of contact be > prefer contact by
's prefer contact channel be > prefer contact by
's prefer communication channel be > prefer contact by
's prefer mean of contact be > prefer contact by
's prefer mean of communication be > prefer contact by
's prefer communication method be > prefer contact by
coffee without milk or sugar > black coffee
coffee without sugar or milk > black coffee
coffee with no milk or sugar > black coffee
coffee without milk and sugar > black coffee
coffee black > black coffee
stay away from > avoid
steer clear of > avoid
keep away from > avoid
follow vegan lifestyle > be vegan
plant base diet > vegan diet
eat plant base diet > be vegan
follow plant base diet > be vegan
be on vegan diet > be vegan
adhere to vegan diet > be vegan
maintain vegan diet > be vegan
be on diet > diet
follow diet > diet
science fiction > scifi
sci fi > scifi
romantic comedy > romcom
rom com > romcom
science fictional > scifi
hip hop > hiphop
rock and roll > rocknroll
rhythm and blues > rnb
r b > rnb
soccer football > soccer
have desire to > want
desire to > want
have wish to > want
be hope to > hope
be hope for > hope
's dream be to > want
dream about > dream
dream of > dream
's hope be to > hope
be plan to > intend
be plan on > intend
have plan to > intend
make plan to > intend
be plan trip to > intend visit
plan trip to > intend visit
plan to take trip to > intend visit
plan to travel to > intend visit
plan to go to > intend visit
be consider > consider
be interest in learn > want learn
be anxious to > want
be look forward to > look-forward
be excite about > look-forward
be excite for > look-forward
can not wait for > look-forward
's go to > 's favorite
's hobby include > 's hobby be
's interest include > 's interest be
's hobby consist of > 's hobby be
like best > prefer
enjoy as hobby > 's hobby be
like as hobby > 's hobby be
do as hobby > 's hobby be
`;
