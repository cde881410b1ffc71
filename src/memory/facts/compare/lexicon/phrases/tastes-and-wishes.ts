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
`;
