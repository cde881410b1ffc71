/** Countries, states and parts of the world. A person who lives in a city also lives in one of these. */
export const REGIONS: ReadonlySet<string> = new Set(
	`germany france spain portugal italy switzerland austria poland netherlands belgium denmark sweden norway finland iceland
ireland england scotland wales uk britain russia ukraine turkey greece croatia serbia romania bulgaria hungary czechia slovakia
slovenia estonia latvia lithuania usa us america canada mexico brazil argentina chile peru colombia venezuela ecuador bolivia uruguay
paraguay cuba china japan korea india pakistan bangladesh nepal thailand vietnam cambodia laos malaysia indonesia philippines
taiwan australia zealand egypt morocco tunisia algeria kenya nigeria ghana ethiopia tanzania uganda africa asia europe israel
jordan lebanon iran iraq syria emirates qatar oman yemen afghanistan kazakhstan mongolia california texas florida oregon
washington nevada arizona colorado utah ohio michigan illinois georgia virginia carolina massachusetts pennsylvania maryland
bavaria saxony hesse catalonia andalusia tuscany sicily lombardy provence normandy brittany ontario quebec alberta queensland
victoria tasmania scandinavia balkans kingdom states republic scotland brooklyn manhattan queens bronx kreuzberg neukölln
mitte schwabing altona soho camden hackney montmartre`
		.split(/\s+/)
		.filter((word) => word !== ""),
);
