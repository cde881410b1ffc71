/** Jobs, and the way to them. */
export const WORK = `
employ by > work at
employ at > work at
employee of > work at
employee at > work at
have job at > work at
's employer be > work at
work for > work at
have position at > work at
work as > be
work from home > work remote
work remotely > work remote
remote worker > work remote
report to > 's boss be
line manager > boss
team lead of > lead
in charge of > lead
manage team > lead team
head team > lead team
manage project > lead project
volunteer work > volunteer
cycle to work > commute-bike
bike to work > commute-bike
ride bike to work > commute-bike
ride bicycle to work > commute-bike
ride bicycle work > commute-bike
commute by bike > commute-bike
commute by bicycle > commute-bike
drive to work > commute-car
commute by car > commute-car
walk to work > commute-foot
commute on foot > commute-foot
take train to work > commute-train
take bus to work > commute-bus
commute by bus > commute-bus
take subway to work > commute-subway
commute by subway > commute-subway
commute by train > commute-train
work out > exercise
responsible for > lead
go to work by bike > commute-bike
go to work by car > commute-car
go to work by bus > commute-bus
go to work by train > commute-train
go to work on foot > commute-foot
take car to work > commute-car
travel to work by train > commute-train
travel to work by bus > commute-bus
travel to work by car > commute-car
work overtime > overtime
work phone number > work phone
current employer be > 's employer be
job interview > interview
employ # person > have # employee
employ # people > have # employee
# staff > # employee
full time > full-time
part time > part-time
work out at gym > gym
job be > be
job title be > be
job be as > be
profession be > be
occupation be > be
earn living as > be
work freelance > be freelance
hit gym > gym
have job in > work in
have career in > work in
have job with > work at
have job as > be
have career as > be
have position as > be
hold position at > work at
hold job at > work at
hold position of > be
be work as > be
be employ as > be
serve as > be
act as > be
's job be > be
's current job be > be
's job title be > be
's occupation be > be
's profession be > be
's position be > be
's role be > be
's current role be > be
's line of work be > be
's workplace be > work at
's place of work be > work at
's place of employment be > work at
's company be call > 's company be name
be on staff at > work at
be on payroll of > work at
work over at > work at
be staff member at > work at
by profession >
by trade >
by occupation >
as profession >
as job >
professionally >
for living >
software engineer > software developer
software programmer > software developer
computer programmer > software developer
programmer $ > software developer
coder $ > software developer
backend engineer > backend developer
back end engineer > backend developer
back end developer > backend developer
frontend engineer > frontend developer
front end engineer > frontend developer
front end developer > frontend developer
full stack engineer > fullstack developer
full stack developer > fullstack developer
web engineer > web developer
write code in > code in
do program in > code in
develop in > code in
program in > code in
project manager > project-manager
product manager > product-manager
medical doctor > doctor
general practitioner > doctor
family doctor > doctor
registered nurse > nurse
school teacher > teacher
schoolteacher > teacher
police officer > policeman
fire fighter > firefighter
flight attendant > flight-attendant
air hostess > flight-attendant
real estate agent > realtor
estate agent > realtor
human resource > hr
be self employ > be self-employ
self employ > self-employ
work for self > be self-employ
run own business > be self-employ
own own business > be self-employ
have own business > be self-employ
be founder of > found
founder of > found
set up company > found company
start company > found company
establish > found
be lay off > be fire
get fire > be fire
get lay off > be fire
be let go > be fire
be make redundant > be fire
work night $ > work night shift
work night at > work night shift at
hybrid schedule > hybrid
work hybrid > hybrid
telecommute > work remote
work from house > work remote
do remote work > work remote
have remote job > work remote
's job be remote > work remote
job be remote > work remote
take tram to work > commute-tram
commute by tram > commute-tram
take tube to work > commute-subway
take metro to work > commute-subway
commute to work by car > commute-car
commute to work by bike > commute-bike
commute to work by bicycle > commute-bike
commute to work by train > commute-train
commute to work by bus > commute-bus
commute to work by subway > commute-subway
commute to work on foot > commute-foot
commute to office by car > commute-car
commute to office by bike > commute-bike
commute to office by train > commute-train
commute to office by bus > commute-bus
commute to office by tram > commute-tram
take tram to office > commute-tram
take train to office > commute-train
take bus to office > commute-bus
drive to office > commute-car
walk to office > commute-foot
cycle to office > commute-bike
bike to office > commute-bike
walk work > commute-foot
go to work by tram > commute-tram
get to work by bus > commute-bus
get to work by train > commute-train
get to work by bike > commute-bike
get to work by car > commute-car
ride train to work > commute-train
ride bus to work > commute-bus
take bike to work > commute-bike
head of > lead
be head of > lead
manager of > lead
be manager of > lead
be leader of > lead
be boss of > lead
's manager be > 's boss be
's supervisor be > 's boss be
major be > study
's major be > study
have degree from > graduate from
be major in > study
be pursue degree in > study
pursue degree in > study
work toward > work-toward
sixth form > high-school
high school > high-school
secondary school > high-school
primary school > elementary-school
elementary school > elementary-school
grade school > elementary-school
user earn # > user 's salary be #
's income be > 's salary be
's pay be > 's salary be
's payment method be > pay with
's method of payment be > pay with
's preferred payment method be > prefer pay with
be lay off from > be fire from
social worker > social-worker
work for himself > be self-employ
work for herself > be self-employ
work for themselve > be self-employ
run own > own
user make # dollar > user 's salary be # dollar
user make # euro > user 's salary be # euro
employ with > work at
finish degree > graduate
complete degree > graduate
learn to code > learn program
learn how to code > learn program
learn code > learn program
learn to program > learn program
learn how to > learn to
`;
