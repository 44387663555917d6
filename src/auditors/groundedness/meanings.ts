/** Words with nearly the same meaning, in news and business language. */
import { stem } from './stem.ts';

/** Each line is one meaning, represented by its first word. */
const sameMeaning = `
say tell state announce add comment remark reveal declare mention explain note report claim insist argue
buy purchase acquire acquisition takeover
rise increase climb grow jump soar surge gain growth rising swell
fall decrease decline drop sink shrink slump plunge dip tumble slide
big large huge major enormous massive vast giant
small tiny little minor modest
start begin launch commence open kick inaugurate
end finish conclude close cease stop halt
company firm business corporation enterprise
worker employee staff staffer workforce personnel
job post position role
boss chief head leader director executive ceo chairman chairwoman
police officer constable cop detective
arrest detain apprehend
kill murder slay
die death dead fatal casualty fatality deceased
injure wound hurt injury
car vehicle automobile
plane aircraft jet airplane aeroplane
ship vessel boat
house home residence property
doctor physician medic
hospital clinic
school academy
university college
pupil student learner
teacher educator
child kid youngster toddler boy girl
baby infant newborn
man male gentleman
woman female lady
mother mum mom
father dad
parent guardian
attorney lawyer solicitor barrister
judge magistrate justice
court tribunal
trial hearing
jail prison imprison
sentence convict conviction
accuse charge allege indict
money cash fund funding finance
cost price expense
profit earnings
revenue turnover sales
tax levy
plan intend scheme aim
try attempt seek effort
help aid assist assistance support
ask request demand urge call
answer reply respond response
permit allow let authorize licence license
ban prohibit forbid outlaw bar
approve endorse back agree accept ratify
reject refuse dismiss oppose deny
win victory triumph beat defeat
match game fixture
score goal
coach manager trainer
team side squad club
player footballer athlete
law legislation act bill statute
election vote poll ballot
government administration cabinet
minister secretary
president premier
congress parliament senate lawmaker legislator mp
country nation
city town municipality
village hamlet
people person resident inhabitant citizen local
area region district zone
fire blaze inferno
flood flooding deluge
storm hurricane cyclone typhoon
quake earthquake tremor
crash collision accident collide
attack assault raid strike
bomb explosive explosion blast explode
gun weapon firearm
soldier troop army military
war conflict fighting
talks negotiation negotiate discussion
deal agreement accord contract pact treaty
study research survey
researcher scientist academic
find discover uncover detect
show demonstrate indicate suggest
illness disease sickness condition
virus infection
drug medicine medication
treat treatment therapy
cut reduce lower slash trim
build construct erect construction
repair fix mend restore
destroy demolish ruin wreck
damage harm
move relocate transfer
leave depart exit quit resign resignation departure
return
arrive arrival reach
travel journey trip visit
road street highway motorway
train railway rail
film movie
song track single
album record
book novel
writer author novelist
singer vocalist
actor actress star
award prize honour honor
famous renowned celebrated
redundancy layoff
hire recruit employ appoint name
sack axe
year annual annually yearly
month monthly
week weekly
day daily
early earlier previous previously before
late later after afterwards following
quick fast rapid swift speed
slow sluggish
happy glad pleased delighted
sad upset
angry furious anger
worry concern fear anxious worried
problem issue difficulty trouble
danger risk hazard threat
safe secure
important significant key crucial vital
new fresh
old elderly aged ageing
rich wealthy
poor impoverished
expensive costly pricey
cheap inexpensive affordable
difficult hard tough
easy simple
half
quarter
about around approximately roughly nearly almost
many numerous
several various
however but
because since due
choose select pick
get obtain receive
give provide offer supply donate
use utilize
make produce manufacture create
happen occur
keep retain maintain
need require
want wish hope desire
believe think
know aware
live reside
speak talk
watch view viewer
customer client shopper consumer
shop store retailer
supermarket grocer
restaurant diner eatery
bank lender
loan mortgage
share stock
investor shareholder
market exchange
factory plant mill
farm farmer agricultural
food meal
water river
sea ocean
beach coast shore
forest wood woodland
mountain peak
animal creature
dog puppy
picture photo photograph image
phone telephone smartphone
website site
computer pc laptop
software program application app
online internet web
million m
billion bn
american us usa u.s
british uk britain u.k
european eu e.u
kilometre km kilometer
metre meter
kilogram kg kilo
percent pct
pharmacy chemist drugstore
owner proprietor
retire retirement
lorry truck
candle taper
cherry cherries
frost freeze frozen freezing ice icy
error mistake blunder
theft steal burglary robbery thief thieves rob
brew brewer brewery beer
cinema theatre playhouse
apologise apologize apology sorry regret
compensate compensation reimburse refund
passenger traveller traveler commuter
fare ticket
wage salary pay
warn caution alert
complain complaint criticise criticize criticism fault
washbasin sink basin
bacterium bacteria germ
museum gallery
bowl vessel
spectator fan onlooker
orbit circle
rocket launcher
predecessor forerunner
captain skipper
exam examination test
grade mark
lesson class
bus coach
timetable schedule
expert specialist
advise advice recommend recommendation
outcome result
delay postpone defer
cancel scrap abandon
lava magma
volcano crater
evacuate evacuation flee
shelter refuge
harvest crop
gather collect
brand label
spokesman spokeswoman spokesperson
nurse carer
baby infant
sick ill unwell
recover recovery heal
weather climate
heat hot warm
cold chill cool
sailor seafarer crew
forbid outlaw
annoy irritate
praise applaud hail
sum amount
inspect inspection inspector check
wine vineyard
bill invoice
owe debt
garden park
pay spend payment paid
france french
spain spanish spaniard
poland polish
denmark danish
netherlands dutch holland
ireland irish
wales welsh
scotland scottish scots scot
england english
switzerland swiss
finland finnish
turkey turkish
greece greek
china chinese
sweden swedish
norway norwegian
argentina argentine
thailand thai
ukraine ukrainian
teenager teenage teen adolescent
striker forward
cheat cheating fraud defraud swindle scam deceive trick
rescue save
disappear vanish
hunt search look
border frontier
ambassador diplomat envoy
rebel insurgent militant
protester demonstrator campaigner activist opponent critic
protest demonstration rally
fine penalty punish punishment
machine device
painter artist
musician conductor composer
cook chef
broadcaster television tv
journalist reporter
vet veterinarian
investigate investigation inquiry inquest probe investigator
politician councillor
fight battle clash
hive beehive
bee beekeeper
ballot referendum
halve half
scheme project
boost lift
reopen restart
shareholder investor
tie draw
semi-final semifinal semi
collapse collapsed
expel deport
kidnap abduct hostage captor captive
swap exchange
deputy vice
debris wreckage
remains skeleton
pregnant pregnancy
wed wedding marry marriage bride groom
divorce separate separation
island islander isle
escape flee
assist
obese obesity overweight
asylum migrant refugee
electric electricity power
`;

const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** Maps a stem to the stem of its meaning. The first line with a word decides. */
const meanings = new Map<string, string>();
for (const [first = '', ...others] of lines(sameMeaning)) {
  const name = meanings.get(stem(first)) ?? stem(first);
  for (const word of [first, ...others]) if (!meanings.has(stem(word))) meanings.set(stem(word), name);
}

/** Gives the stem of a stem's meaning: itself, unless it shares a meaning with others. */
export function meaningOf(stemmed: string): string {
  return meanings.get(stemmed) ?? stemmed;
}
