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
`;
