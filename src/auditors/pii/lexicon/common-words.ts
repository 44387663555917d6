/** Words that are no name when capitalised (start of a sentence, a title, a label), or that need a cue to be one. */

const english = `
a able about above absolute abstract academy accept access accident according account accounts acknowledge across act
action active activity actor actual actually ad add additional additionally address addresses adjust administration
admin adult advanced advice affairs after afternoon again against age agency agenda agent agents ago agree agreement
ahead aid aim air airport alarm album alert all allow almost alone along already also alternative although always am
amazing amber amount an analysis analyst analyze ancient and angel animal animals anniversary announce annual another
answer any anybody anyone anything anyway apart apartment api app appear apple application applications apply
appointment approach approve april apt are area argue arm army around arrange arrival art article articles artist arts
as ash ask asked aspect assembly assess assign assignment assist assistant associate association assume at attach
attack attempt attend attention attn attorney audience audio august aunt author authority auto automatic autumn
available avenue average avoid award aware away baby back background backup bad badge bag balance ball ban band bank
bar base baseball based basic basis basket bath battery battle bay be beach bean bear beast beat beautiful beauty
because become bed been beer before begin behind being belief believe bell belly below belt bench benefit benefits
berry beside best beta better between beyond bible big bike bill billing billion bills bird birds birth birthday bit
bitter black blame blank blaze bless blessing blind block blog blood bloom blue board boat body bold bomb bond bone
bonus book booking books boot border born boss both bottle bottom bow bowl box boy boys brain branch brand brave
brazilian bread break breakfast breaking bridge brief bright bring british broad broker brother brown browser brush
budget bug build building built bull burn bus bush business busy but butter button buy by bye cabinet cable cafe cage
cake calculate calendar call called calling calls camera camp campaign can cancel cancer candidate candy cane cap
capital captain caption car card cardinal cards care career careful cargo carpet carry cars case cases cash castle cat
catch category cats cause celebrate cell center central centre century ceo cerf certain certainly certificate chain
chair chairman challenge chance chancellor change changes channel chapter character charge charges charity chart chase
chat cheap check cheers cheese chef chemistry cherry chess chest chicken chief child children chin chip chocolate
choice choir choose church cinema circle citizen city civil claim claims clan class classic clean clear clearly click
client clients climate clinic clock close cloud clown club co coach coast coat code coffee cold collect collection
college color colour column come comfort coming command comment comments commerce commercial commission committee
common communication community companies company compare comparison compete competition complaint complete completely
computer concept concern concert conclusion condition conditions conference confirm confirmed confused congratulations
congress connect connection consider considering constitution construct consumer contact contacts contain content
contents contest context continue contract control conversation convert cook cookie cool copper copy coral corner corp
corporate corporation correct cost costs cotton could council count counter country county couple courage course court
cousin cover cow cox craft crash crazy cream create creating creative credit crew crime crisis critical cross crown
cruise crystal cube culture cup curious current currently curry customer customers cut cycle d da dad daily dame dance danger dark
darling dash data database date dates daughter dawn day days dead deal dean dear death debt december decide decision
deck deep deer default defense define definitely degree delay delete deliver delivery demand demo democracy den deny
department depend dependent der derby describe description desert design desk despite destiny detail details detect
determine dev develop developer development device diamond diary did die diet difference different difficult digital
dinner direct direction directions director dirty disability disaster disclaimer discover discovery discuss discussion
disease dish disk display distance district divide division do doc doctor document documents does dog dogs doing
dollar domain domestic dominant don donate done door double doubt dove down download dozen dr draft drag dragon drama
draw dream dress drew drink drive driver driving drop drug drum dry duck due duke during dust duty each eagle ear earl
early earn earth ease easily east easter eastern easy eat ebony echo economic economics economy eden edge edit edition
editor education effect effective effects effort egg eight either elder election electric electronic element elephant
elf elite else em email emails emergency emotional empire employee employees employer employment empty en encourage
end energy engine engineer engineering english enjoy enough ensure enter enterprise entertainment entire entrance
entry environment environmental equal error escape especially essay essential est establish estate estimate etc euro
european eve even evening event events eventually ever every everybody everyone everything evidence exact exactly exam
examine example examples excellent except exchange excited excuse exercise exist exit expand expect expense expensive
experience experiment expert expiry explain explore export express extend extra extreme eye eyes fabric face facebook
fact factor factory facts fail failure fair fairy faith fall family famous fan fans fantastic far fare farm farmer
fashion fast fat father fault fax fear feature features february federal fee feedback feel feeling feet fellow female
fence fern festival fever few fiction field fifth fifty fight figure file files fill film final finally finance
financial find fine finger finish fir fire firm first fish fishing fit five fix flag flash flat flavor fleet flight
flip floor flora flow flower flowers fly focus folder follow following food foot football for force foreign forest
forever forget fork form formal format former formula fort fortune forum forward found foundation founder four fourth
fox frame frank free freedom french fresh friday friend friendly friends from front frost fruit fuel full fun function
fund funny further furthermore future gain gale game games gang garden gas gate gather gave gay gender gene general
generally generate generation generic gentle gentleman gentlemen genuine german get getting ghost giant gift gill
ginger girl girls give given giving glad glass global glory go goal goals god going gold golden golf gone good goods
google gordon got govern government governor grace grade gradual graduate grain grammar grand grandfather grandmother
grant grants graph graphic grass gray great greek green greetings grey ground group groups grow growth guarantee guard
guess guest guests guide guideline guidelines guitar gun guy guys habit had hair half hall halloween ham hand handle
hands hang happen happy harbor harbour hard hardware hardy harm harsh harmony harvest yen alba zookeeper keeper has hat hate have haven having hawk he head
headquarters heal health healthy hear heart heat heaven heavy height held hell hello help helpful henceforth her here
heritage hero hers herself hey hi hidden hide high higher highest highly hill him himself hindi hint hip hire his
history hit ho hobby hold holiday holidays hollow holy home homes homework honest honestly honey honor hood hook hope
hopefully horizon horn horror horse hospital host hot hotel hour hours house houses housing how howdy however huge
hull human humor hundred hungry hunt hunter hurry hurt husband i ice icon idea ideal ideas identify identity if ignore
ii iii ill illness image images imagine immediate immediately impact implement import important impossible impress
improve in inbox inc incident include included including income increase indeed independence index india indian
indicate individual industrial industry info inform information ingredients initial initially ink inn inner innovation
input inquiry insect inside insight inspect install instagram instance instant instead institute institution instruct
instruction instructions instructor insult insurance integer integrate intelligence intelligent intend interest interested
interesting interface interior internal international internet interview into introduce introduction invest investment
investor invoice involve iphone iris iron is island islands isle issue issues it italian item items its itself iv
ivory ivy jade jam january japanese jar jasmine java javascript jay jazz jeans jersey jet jewel jewish job jobs join
joint joke journal journey joy judge juice july jump june jungle junior jury just justice keen keep kept key keyboard
keys kick kid kids kill kin kind king kingdom kings kit kitchen kitty knight know knowledge known lab label labor lack
lady lake lamb lamp lance land landlord lane language languages lap large last late later latest latin laugh laundry
laurel law laws lawyer lay layer lazy le lead leader leaders leadership leading leaf league learn learning lease least
leather leave lecture led left leg legacy legal legend legs lemon lend length less lesson lessons let letter letters
level levy liability liberty library license lie life lift light lights like likely likewise limit limited lin line
linear link linkedin lion liquid list listen literature little live lives living ll llc load loan loans local location
locations lock log logic login logistics logo lol london long look looking looks lord los lose loss lost lot lots loud
love lovely low lower loyal ltd luck lucky luna lunch luxury ma mac machine machines mad made magazine magic magnet
magnolia mai mail main mainly maintain maintenance major make maker makes making male mall mama man manage management
manager manor manual manufacturer many map maple mar marble march margin marina marine mark market marketing markets
marriage married marsh marshall martial marvel mask mason mass master match material materials math matrix matter
mature max maximum may maybe mayor me meal meals mean meaning means meanwhile measure meat mechanic media medical
medicare medicine medium meet meeting melody melon member members membership memo memorial memory men mental mention
menu mercedes merchant mercury mercy mere merely merry message messages messenger metal method methods metro mexican
mia mid middle midnight might mild mile miles military milk mill million min mind mine mineral minimum mining minister
ministry minor mint minute minutes miracle mirror mis miss missing mission mississippi mistake mix mixed mo mobile
mode model models modern modest modify mom moment moments monday money monitor monkey monster month monthly months
mood moody moon moral more moreover morning mortgage most mostly mother motion motor mount mountain mouse mouth move
movement movie movies moving mr mrs ms much mud multiple muscle museum music musical must mustang my myrtle myself
mystery myth na nail naked name named names narrow nasty nation national native natural naturally nature navy near
nearby nearly necessary neck need needs negative neither nerve nest net network neutral never nevertheless new newly
news newspaper next nice nicely night nil nine no nobel noble nobody node noise non none nonetheless noon nor norm
normal normally north northern nose not note notebook notes nothing notice notification novel november now nowhere
nuclear number numbers nurse nut o oak oath object objective observation observe obtain obvious obviously occasion
ocean october odd of off offer office officer official officials often oh oil ok okay old olive olympic olympics om
omega on once one ones online only onto opal open opening opera operate operation opinion opponent opportunity
opposite option options or oral orange orchestra order orders ordinary organ organic organization orient origin
original originally other others otherwise ought our out outdoor outcome outlook output outside oven over overall
overview owe own owner ox oxford p pace pacific pack package page pages paid pain paint painting pair palace pale palm
pan panel panic paper papers paradise paragraph parent parents parish park parking part particular particularly
partner partners party pass passage passenger passion passport password past pasta pat patch path patience patient
patients pattern pause pay payment payments pc peace peak pearl pen penalty pending penny people pepper per percent
perfect perform performance perhaps period permanent permission permit person personal personally persons perspective
pet phase phd phone photo photos phrase physical physics piano pick picture pictures pie piece pierce pig pike pilot
pin pine pink pioneer pipe pirate pitch pizza place places plain plan plane planet planning plant plants plate
platform play player players please pleased pleasure plot plum plus pm poem poet poetry point points poison police
policies policy political politics pool poor pop pope poppy popular population port portfolio portrait position
positive possible possibly post postal poster pot potential potter pound poverty powder power powerful powers
practical practice praise pray prayer precious predict prefer preference preheat prepare present presentation
presently president press pressure pretty prevent previous previously price prices pride priest primary prime prince
princess principal principle print printer prior priority prison privacy private prize probably problem problems
proceed process produce producer producers product production products prof professional professor profile profit program programme
programming progress prohibit project projects promise promote prompt proof proper properly property proposal propose
prospect protect protection protein protest proud prove provide provided provider psychology public publish publisher
pull pump punch purchase pure purple purpose push put python quality quantity quarter queen query quest question
questions quick quickly quiet quite quiz quote rabbit race racial racism radio rail rain rainbow raise ram ran ranch
random range rank rapid rare rarely rat rate rates rather rating ratio raven raw ray re reach reaction read reader
readers reading ready real reality really realm reason reasons rebel recall receipt receive received recent recently
recipe recognize recommend recommendation record records recruit recruiter recycle red redacted reduce ref refer
reference references reflect reform refund regard regarding regards region regional register registered registration
regret regular regulation reject related relation relationship relax release relevant reliable relief religion
religious remain remarks remedy remember remind remote remove rent rental repair repeat replace reply report reports
represent representative republic reputation request require required requirement requirements rescue research reserve
reset residence resident residential resist resolve resort resource resources respect respond response responsibility
rest restaurant result results resume retail return returns reveal revenue reverse review reviews revolution reward
rice rich ride ridge right rights ring rings rise risk risks river rivers road rob robot rock rocket rocky rod role
roll roman romance roof room rooms root rosary rose rosemary rough round route routine row royal ruby rude ruin rule
rules run running rural rush russian rust sacred sad safe safety saga sage said sail saint salary sale sales salt same
sample san sand sandwich sandy santa sat satellite saturday sauce savanna save savings saw say says scale scan scandal
scar scarlet scene schedule scholar school schools science sciences scientific scientist scope score scout
screen script sea search season seat second secondary secret secretary section sector secure security see seed seek
seem seen select self sell semester senate senator send sender senior sense sentence separate september sequence
sergeant series serious seriously serve server service services serving session set setting settings settle seven
several severe sex shade shadow shall shame shape share shared shark sharp she sheet shelf shell shelter sheriff shift
shine ship shipping shirt shock shoe shoes shoot shop shopping shore short shot should shoulder show shower shrimp
shut sick side sierra sight sign signal signature signed silence silent silk silly silver similar similarly simple
simply simpson since sincerely sing singer single sir siri sister sit site sites situation six size skill skills skin
skip sky skype slack slave sleep slice slide slow slowly small smart smile smoke smooth snake snow so soap soccer
social society soft software soil sol solar soldier sole solid solo solution solve some somebody someone something
sometimes somewhere son song songs sonic soon sophomore sorry sort soul sound sounds soup source south southern soviet
space spam spanish spark speak speaker speaking spear special specialist species specific specifically speech speed
spell spend spice spider spin spirit spiritual split spoke sport sports spot spouse spread spring square squad stable
stack staff stage stair stake stand standard standing star stark stars start starting state statement states static
station statistics status stay steak steal steam steel steep stem step steps sterling stick still stock stomach stone
stop storage store stores storm story straight strange strategic strategy straw stream street strength stress stretch
strict strike string strip strong structure student students studies studio study stuff style subject submit subscribe
subscription subsequent success successful such sudden suddenly sue sugar suggest suggestion suit suite sum summary
summer summit sun sunday sung sunny sunrise sunset super supervisor supply support suppose supreme sure surely surface
surgeon surgery surprise survey survival sushi suspect sustainable sweet swim swing switch sword symbol symptoms
system systems tab table tablet tackle tag tail take taken talent tales talk talks tall tan tank tap tape target task
tasks taste tax taxes taxi tea teach teacher teachers teaching team teams tear tech technical technique technology
teen telephone television tell temperature template temple ten tenant tennis tense tent term terminal terms terrible
territory terror test tester testing tests text than thank thankful thanks thanksgiving that the theater theatre their
theirs them theme themselves then theory therapy there therefore these they thing things think third thirty this thorn
those though thought thousand thread threat three through throughout throw thumb thunder thursday thus tick ticket
tickets tide tie tiger tight till timber time timeline times tin tiny tip tips tired tissue title to toast today toe
together toilet told tom tomorrow ton tone tonight tony too took tool tools tooth top topic topics total touch tough
tour tourism tourist toward towards tower town toy track trade tradition traditional traffic trail train trainer
training transaction transfer transform transition translate translation transport transportation travel traveler
treasure treat treatment treaty tree trees trend trial tribe tribute trick trigger trinity trip triple troops trouble
truck true truly trump trust truth try tube tuesday turn tv twelve twenty twice twin twitter two type types typical
typically ultimate uncle under understand understanding unfortunately uniform union unique unit united units unity
universal universe university unknown unless unlike until up update updated updates upon upper upset urban urgent us
usa usage use used useful user username users uses using usual usually vacation vale valid valley value values van
variable variety various vary vast ve vector vegan vegetable vehicle vendor venue verify version versus very vessel
via vice victim victory video videos view villa village vine vintage violence violent violet virgin virtual virus
vision visit visitor visual vital vitamin voice volume volunteer vote voter wage wait waiter waiting walk walker wall
wallet wang want wanted war ward warm warning warrior was wash waste watch water wave way ways we weak wealth weapon
wear weather web website websites wedding wednesday week weekend weekly weeks weight weird welcome welfare well
wellness went were west western what whatever wheat wheel when whenever where whereas wherever whether which while
white who whoever whole whom whose why wide widow wife wild will william willow win wind window windows wine wing
wings winner winter wireless wisdom wise wish wishes wishing with within without witness wolf woman women won wonder
wonderful wood woods word words work worker workers working works workshop world worry worse worst worth would wow
write writer writing written wrong wrote yard yeah year years yellow yes yesterday yet york you young your yours
yourself youth zero zip zone zoo hiring editor folks colleague colleagues applicant recruiter subscriber member valued neighbour neighbor parents admissions reviewer sales billing stanford harvard oxford cambridge yale princeton mit berkeley markov bayes fourier gauss laplace euler fibonacci turing dijkstra bellman newton einstein darwin freud marx plato socrates aristotle kant hegel nietzsche absolutely accordingly afraid afterwards alright amongst annoying anyhow anywhere
approximately basically besides brilliant briefly consequently damn dammit dearest delicious dude elsewhere firstly
forth frankly gosh haha hardly hence hmm importantly instantly ironically lately lastly literally luckily meantime
namely nope ouch ourselves partly perfectly practically presumably quietly sadly secondly seldom shortly slightly
someday somehow sooner strictly surprisingly thereby thirdly ugh wanna gonna gotta whoa whilst yep yup ya yo hola
bonjour hallo ciao archive bake chop compose compute deploy derive eliminate enable encode evaluate execute extract
filter grab highlight insert invent locate merge multiply negotiate optimize organize outline paraphrase parse pour
qualify rearrange redo refactor rename render rephrase rewrite roast simplify simulate sketch specify stir summarise
summarize swap upload validate warn alpha anglican apache arabic aramaic atlantic aztec babylon balkan baltic bitcoin
bluetooth buddha buddhist buddhism catholic celtic chinese christian christianity christmas colonial confucius dutch
ebay egyptian excel finnish gmail hebrew hindu hinduism html http https hungarian islam islamic jesus json korean
kubernetes linux lutheran microsoft mongolian muslim nasa nato netflix nordic norwegian orthodox persian polish
portuguese postgres powerpoint protestant quran react sanskrit scandinavian scottish slavic sql swahili swedish swiss
thai tiktok torah turkish typescript ukrainian unicode vietnamese viking welsh whatsapp wikipedia wordpress xml yaml
youtube zulu american african asian australian austrian belgian bolivian bosnian bulgarian canadian chilean colombian
croatian cuban czech danish dominican estonian ethiopian filipino georgian ghanaian haitian icelandic indonesian
iranian iraqi irish israeli jamaican jordanian kenyan kuwaiti lebanese liberian libyan lithuanian malaysian maltese
moldovan moroccan nepalese nicaraguan nigerian pakistani palestinian panamanian paraguayan peruvian romanian rwandan
saudi senegalese serbian singaporean slovak slovenian somali sudanese syrian taiwanese tanzanian tunisian ugandan
uruguayan venezuelan zambian zimbabwean amazon adobe airbnb android aws azure bmw boeing cisco chatgpt claude openai
gemini dell disney docker fedex firefox ford github gitlab honda hsbc hp huawei ibm ikea intel jira kafka kindle lego
lexus lyft mastercard mcdonalds metallica nike nintendo nokia nvidia oracle oreo paypal pepsi pfizer pixar porsche
reddit samsung sap salesforce snapchat sony spotify starbucks stripe tesla toyota uber ubuntu visa volkswagen walmart
xbox yahoo zoom zelda hamlet macbeth othello dracula frankenstein pikachu batman superman spiderman godzilla gandalf
hobbit shakespeare moses allah satan zeus apollo athena venus mars jupiter saturn pluto neptune uranus mon tue wed thu
fri jan feb apr jun jul aug sep sept oct nov dec pst utc gmt asap faq fyi diy rsvp url pdf csv gpu cpu usb ssn dob
iban nhs vat sms otp cvv atm hr cfo cto vp mba md rn llp plc gmbh jenkins alexa cortana jupyter watson`;

/** Short or frequent words of other languages that are also names somewhere. */
const foreign = `
aber alle als am an auch auf aus bei bin bis bitte da damit danke das dass dein dem den der des die dies dir doch du
durch ein eine einen einer er es euch fur ganz gegen haben hat heute hier ich ihr ihre im ist ja jetzt kann kein mein
meine mich mir mit nach nein nicht noch nur oder ohne sehr sein seine sich sie sind so und uns unser vom von vor was
weil wenn wer wie wir wo zu zum zur herr frau guten tag hallo liebe lieber geehrte geehrter le la les un une de et est
que qui dans pour pas sur avec ce cette son sa ses il elle nous vous ils au aux mais ou donc or ni car bonjour merci
monsieur madame cher chere votre notre mon ma mes je tu on leur plus tout tous el los las una unos unas y o pero con
sin por para como cuando donde porque este esta estos estas ese esa mi mis tus su sus nos yo ella ellos muy mas menos
si ya hola gracias senor senora querido querida dia buenos buenas usted ustedes al del lo se ser era fue gli uno di in
per tra fra e ed anche non che chi cui sono sei siamo ciao grazie signore signora gentile caro cara della delle degli
dello dei dal dalla nel nella sul sulla questo questa quello quella come dove quando perche io lui lei noi voi loro os
as um uma com sem nao sim eu ele ela vos eles ola obrigado obrigada senhor senhora bom boa do dos no na em ao pelo
pela isso het een en van op te met voor niet ik hij zij wij u zijn heb hebben dat deze dit mijn uw ons dag beste
geachte heer mevrouw i w z nie to jest ze od po za czy jak ale co pan pani drogi szanowny ve bir bu ne icin ile var
yok ama cok ben sen biz siz onlar sayin merhaba och att det som ett for med till av ar pa jag han hon vi inte hej ang
ng mga ay at kay ako ikaw siya`;

export const commonWords: readonly string[] = [english, foreign].flatMap((list) => list.trim().split(/\s+/));
