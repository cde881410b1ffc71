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
at weekend > on weekend
during weekend > on weekend
over weekend > on weekend
in weekend > on weekend
every weekend > on weekend
each weekend > on weekend
during week > on weekday
of morning > in morning
first thing in morning > in morning
every afternoon > per afternoon
each afternoon > per afternoon
every summer > per summer
each summer > per summer
every winter > per winter
each winter > per winter
every single day > per day
on daily basis > per day
on weekly basis > per week
on monthly basis > per month
on yearly basis > per year
on annual basis > per year
day in day out > per day
once every day > per day
1 time per > per
1 time every day > per day
1 time every week > per week
1 time every month > per month
1 time every year > per year
once every week > per week
once every month > per month
once every year > per year
# time every day > # time per day
# time every week > # time per week
# time every month > # time per month
# time each day > # time per day
# time each week > # time per week
# time each month > # time per month
# time weekly > # time per week
# time daily > # time per day
# time monthly > # time per month
# day every week > # day per week
twice every week > 2 time per week
twice every day > 2 time per day
twice every month > 2 time per month
twice weekly > 2 time per week
twice daily > 2 time per day
twice monthly > 2 time per month
twice yearly > 2 time per year
every now and then > sometimes
every so often > sometimes
every once in while > sometimes
on occasion > sometimes
on regular basis > often
very often > often
not often > rarely
each other week > biweekly
every other week > biweekly
every two week > biweekly
before bed > before bedtime
before go to bed > before bedtime
before sleep > before bedtime
before fall asleep > before bedtime
before go to sleep > before bedtime
`;
