/** When and how often. */
export const TIMES = `
at moment >
right now >
these day >
at present >
in relationship with > date
be date > date
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
due on > deadline
be due on > deadline be
due date > deadline
cut off date > deadline
expiry date be > expire
expiration date be > expire
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
night owl > night-owl
night person > night-owl
evening person > night-owl
once per > per
schedule for > on
be set for > be on
take place on > be on
take place at > be at
take place in > be in
free on > available on
`;
