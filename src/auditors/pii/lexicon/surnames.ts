/**
 * Frequent family names, written down for this auditor: lower case, without diacritics. `name-shape.ts` has the endings of family
 * names.
 */

const english = `
abbott acosta adams adkins aguilar aguirre alexander alford allen allison alvarado alvarez anderson andrews armstrong
arnold ashworth atkins atkinson avila ayala ayers bailey baker baldwin ball ballard banks barber barker barlow barnes
barnett barrera barrett barrington barron barry bartlett barton bass bates bauer baxter beach bean beard beasley beck
becker bell beltran bender benitez benjamin bennett benson bentley benton berg berger bernal bernard berry best bird
bishop black blackburn blackwell blair blake blanchard blankenship blevins bolton bond bonilla booker boone booth
bowen bowers bowman boyd boyer boyle bradford bradley bradshaw brady branch brandt bravo brennan brewer bridges briggs
bright brock brooks brown browning bruce bryan bryant buchanan buck buckley bullock burch burgess burke burnett burns
burton bush butler byrd byrne cabrera cain calderon caldwell calhoun callahan camacho cameron campbell campos cannon
cantrell cantu cardenas carey carlson carney carpenter carr carrillo carroll carson carter carver case casey castaneda
castillo castro cervantes chambers chan chandler chang chapman charles chase chavez chen cherry choi christensen
christian chung church cisneros clark clarke clay clayton clements cline cobb cochran coffey cohen cole coleman
collier collins colon combs compton conley conner connolly conrad contreras conway cook cooke cooley cooper copeland
correa cortes cortez costa cowan cox craig crane crawford crosby cross cruz cuevas cummings cunningham curry curtis
dalton daniel daniels daugherty davenport david davidson davies davila davis dawson day dean decker delacruz deleon
delgado dennis diaz dickerson dickson dillon dixon dodson dominguez donaldson donnelly donovan dorsey dougherty
douglas downs doyle drake duarte dudley duffy duke duncan dunlap dunn duran durham dyer eaton edwards elliott ellis
ellison emerson english erickson escobar esparza espinoza estes estrada evans everett ewing farley farmer farrell
faulkner ferguson fernandez ferrell fields figueroa finley fischer fisher fitzgerald fitzpatrick fitzsimmons fleming
fletcher flores flowers floyd flynn foley forbes ford foster fowler fox francis franco frank franklin frazier
frederick freeman french frost fry frye fuentes fuller fulton gaines galindo gallagher gallegos galloway galvan gamble
garcia gardner garner garrett garrison garza gates gentry george gibbons gibbs gibson gilbert giles gill gillespie
gilmore glass glenn glover golden gomez gonzales gonzalez good goodman goodwin gordon gould graham grant graves gray
green greene greer gregory griffin griffith grimes gross guerra guerrero guevara gutierrez guzman haas hahn hail hale
haley hall hamilton hammond hampton hancock hanna hansen hanson hardin harding hardy harmon harper harrell harrington
harris harrison hart hartman harvey hatfield hawkins hayden hayes haynes heath hebert henderson hendricks hendrix
henry hensley henson herman hernandez herrera herring hess hester hickman hicks higgins hill hines hinton ho hobbs
hodge hodges hoffman hogan holden holland holloway holmes holt hood hoover hopkins horn horne horton house houston
howard howe howell hubbard huber hudson huerta huff huffman hughes hull humphrey hunt hunter hurley hurst hutchinson
huynh ibarra ingram irwin jackson jacobs jacobson james jarvis jefferson jenkins jennings jensen jimenez johns johnson
johnston jones jordan joseph joyce juarez kane kaur keith keller kelley kelly kemp kennedy kent kerr key khan kidd kim
king kirby kirk klein kline knapp knight knox koch kramer krause krueger lam lamb lambert landry lane lang lara larsen
larson lawrence lawson le leach leal leblanc lee leon leonard lester levine levy lewis li lin lindsey little liu
livingston lloyd logan long lopez love lowe lowery lozano lu lucas lucero luna lynch lynn lyons macdonald macias mack
macleod madden maddox mahoney maldonado malone mann manning marin marks marquez marsh marshall martin martinez mason
massey mata mathews mathis matthews maxwell may mayer maynard mayo mays mcbride mccall mccann mccarthy mccarty mcclain
mcclure mcconnell mccormick mccoy mccullough mcdaniel mcdonald mcdowell mcfarland mcgee mcgrath mcguire mcintosh
mcintyre mckay mckee mckenzie mckinney mcknight mclaughlin mclean mcmahon mcmillan mcneil mcpherson meadows medina
mejia melendez melton mendez mendoza mercado mercer merritt meyer meyers meza michael middleton miles miller mills
miranda mitchell molina monroe montes montgomery montoya moody moon moore mora morales moran moreno morgan morris
morrison morrow morse morton moses mosley moss moyer mueller mullen mullins munoz murillo murphy murray myers nash
navarro neal nelson newman newton nguyen nichols nicholson nielsen nixon noble nolan norman norris norton novak nunez
obrien ochoa oconnell oconnor odom odonnell oliver olsen olson oneal oneill orozco orr ortega ortiz osborn osborne
owen owens pace pacheco padilla page palmer park parker parks parra parrish parsons patel patrick patterson patton
paul payne pearson peck pena pennington perez perkins perry person peters petersen peterson pham phelps phillips
pierce pineda pittman pitts pollard ponce poole pope porter portillo potter potts powell powers pratt preston price
prince proctor pruitt pugh quinn quintana quintero ramirez ramos ramsey randall randolph rangel rasmussen ray raymond
reed reese reeves reid reilly reyes reynolds rhodes rice rich richard richards richardson richmond riddle riggs riley
rios ritter rivas rivera rivers roach robbins roberson roberts robertson robinson robles rocha rodgers rodriguez
rogers rojas roman romero rosales rosario rose ross roth rowe rowland roy rubio ruiz rush russell russo ryan salas
salazar salgado salinas sampson sanchez sanders sandoval sanford santana santiago santos saunders savage sawyer
schaefer schmidt schmitt schneider schroeder schultz schwartz scott sellers serrano sexton shaffer shah shannon sharp
shaw shea shelton shepard shepherd sheppard sherman shields short silva simmons simon simpson sims sinclair singh
singleton skinner sloan small smith snow snyder solis solomon sosa soto sparks spears spence spencer stafford stanley
stanton stark steele stein stephens stephenson stevens stevenson stewart stokes stone stout strickland strong stuart
suarez sullivan summers sutton swanson sweeney sweet tanner tapia tate taylor terrell terry thomas thompson thomson
thornton tran trevino trujillo truong tucker turner tyler underwood valdez valencia valentine valenzuela vance vang
vargas vasquez vaughan vaughn vazquez vega velasquez velazquez velez villa villanueva villarreal villegas vincent vo
wade wagner walker wall wallace waller walls walsh walter walters walton wang ward ware warner warren washington
waters watkins watson watts weaver webb weber webster weeks weiss welch wells west wheeler whitaker white whitehead
whitney wiggins wilcox wiley wilkerson wilkins wilkinson williams williamson willis wilson winters wise wolf wolfe
wong wood woodard woods woodward wright wu wyatt xiong yang yates yoder york young yu zamora zavala zhang zimmerman
zuniga ashby attenborough bagshaw barraclough beckham bloggs braithwaite bramley brearley burrows chadwick clough
cromwell cartwright dempsey entwistle farnsworth fairclough galbraith gallacher gladstone greenwood haigh hargreaves
heathcote hewitt higginbotham holroyd horsfall jowett kavanagh kershaw lockwood loughlin mackay mackenzie mackintosh
macpherson mcallister mccabe mcgregor mckenna mcleod murdoch musgrave naylor ogden osullivan otoole partridge
pemberton penrose pickering plumb pritchard rafferty ramsbottom redmond rigby rowntree rutherford sagar scargill
seddon shackleton shenton shuttleworth stanhope sutcliffe sykes tattersall thackeray thwaites tomlinson trelawney
tremblay trevithick urquhart wainwright walmsley wetherby whittaker whittle wigglesworth winterbottom woodhouse
wrigglesworth yardley carragher goldberg goldstein`;

const continental = `
bauer becker bergmann bohm brandt braun busch dietrich ebert eckert engel ernst fiedler fink frank franke friedrich
fuchs gartner geiger graf gross gunther haas hahn hartmann heinrich hermann herrmann hesse hofmann hoffmann horn huber
jager jahn jung kaiser keller kirchner klein koch kohler konig kraft kramer kraus krause kruger kuhn kunz lang lange
lehmann lindner lorenz ludwig maier martens mayer meier meister meyer moller muller nagel neumann otto peters pfeiffer
pohl richter riedel roth sauer schafer schmid schmidt schmitz schneider scholz schreiber schroder schubert schulte
schulz schulze schumacher schuster schwarz seidel simon sommer stein steiner stark thiel thomas ullrich vogel vogt
voigt wagner walter weber weis weiss werner winkler winter wolf wolff ziegler zimmermann gruber pichler wimmer moser
egger leitner hofer auer reiter fischbacher eder brunner aigner zeller bakker bos brouwer dekker dijkstra groot
hendriks hermans hoekstra jacobs jansen janssen janssens kok koning kuiper maas meijer mulder peeters post postma
prins schouten smeets smit smits timmermans veenstra verhoeven vermeulen visser vos willems wouters claes desmet
goossens mertens maes dubois lambert leclercq bogaert andersson bengtsson berglund bergstrom bjork dahl eklund ek
engstrom eriksson forsberg fransson gustafsson hansson hedlund henriksson holm holmberg isaksson jakobsson johansson
jonsson karlsson larsson lindberg lindgren lindholm lindqvist lindstrom lund lundberg lundgren lundqvist magnusson
martensson mattsson nilsson nordstrom norberg nyberg nystrom olofsson olsson palsson persson pettersson sandberg
sjoberg soderberg strand strom sundberg svensson wallin wikstrom aas bakke berg berge bakken eide eriksen haugen
halvorsen hauge jacobsen johansen karlsen knutsen kristiansen lien lie moen nilsen nygard nygaard pedersen rasmussen
ruud sand solberg solheim sorensen thomsen vik bech bruun dam frandsen friis holst iversen jorgensen kjaer krogh
lauridsen lauritsen madsen mathiesen mikkelsen mortensen norgaard olesen poulsen skov steffensen toft vestergaard
aalto ahonen hakala heikkila heikkinen heinonen hirvonen hyvonen jarvinen jokinen kallio karjalainen kinnunen korhonen
koskela koskinen laaksonen lahti laine laitinen lehtinen lehto lehtonen leinonen makela makinen manninen mattila
miettinen mustonen nieminen niemi nurmi ojala peltonen pitkanen rantanen rasanen saarinen salminen salo salonen
savolainen tuominen turunen vaisanen virtanen aubert barbier benoit berger bernard bertrand blanc blanchard bonnet
boucher bourgeois boyer brun brunet carpentier caron chevalier clement colin collet cordier cousin david denis
deschamps dufour dumas dumont dupont dupuis dupuy durand duval etienne fabre faure fleury fontaine fournier francois
gaillard garnier gauthier gautier gerard germain girard giraud guerin guillaume guillot hamon hebert henry herve
hubert huet jacquet jean joly julien lacroix langlois laurent lebrun leclerc lecomte lefebvre lefevre legrand lejeune
lemaire lemaitre lemoine leroux leroy leveque louis lucas marchal marchand marie martel mathieu menard mercier meunier
michel millet moreau morel morin moulin nicolas noel olivier paris perret perrier perrin perrot petit philippe picard
pierre poirier pons poulain prevost renard renaud reynaud richard riviere robert robin roche roger rolland rousseau
roussel roux roy royer sanchez schmitt tessier vasseur vidal vincent beaulieu belanger bergeron bouchard cote
desjardins gagne gagnon lapointe lavoie levesque ouellet pelletier poulin savard simard tremblay alonso alvarez arias
aznar blanco blasco bravo caballero cabello calvo cano carmona carrasco castro crespo cortes cuesta diez esteban
exposito flores fuentes gallardo gallego garrido gil gimenez herrero hidalgo ibanez iglesias izquierdo leon lorenzo
lozano marin marquez martin medina mendez merino molina montero mora moya nieto ortega otero pardo parra pascual
pastor pena prieto ramos redondo rey rivas rojas roldan romero rubio ruiz saez salas sanz santana santiago santos
sanchis serra serrano soler soto suarez torres valero vazquez vega velasco vicente vila villalobos acuna aguero alfaro
altamirano alvear arce arguello arroyo barrios basualdo becerra benavides bermudez bustamante bustos caceres cardozo
carranza casas cespedes chacon cordero cordoba coronel covarrubias echeverria enriquez escalante espinosa farias felix
ferreyra figueredo franco galeano galvez gamboa godoy henriquez inostroza ledesma leiva lema linares lucio luque
macias mansilla marino melgar meneses montenegro montiel morillo naranjo navarrete olivares olmos ordonez orellana
osorio oviedo palacios paredes paz pedraza peralta pizarro polanco puga quevedo quiroga quispe rengifo restrepo
retamal riquelme rosas ruelas saavedra salcedo sandoval sarmiento segovia sepulveda sierra sotomayor tejada tello
toledo tovar ulloa uribe urrutia valdes valdivia valenzuela vallejo vera vergara yanez zambrano zapata zarate abreu
aguiar alencar almeida alves amaral amorim andrade antunes aragao araujo assis azevedo baptista barbosa barros bastos
batista borges braga branco brandao brito cabral caldeira camargo cardoso carneiro carvalho cavalcante cavalcanti
coelho correia couto coutinho cunha dias duarte esteves faria fernandes ferraz ferreira figueiredo fonseca fontes
franca freitas furtado goncalves gomes gouveia guedes guimaraes henriques leal leite lima lobo lopes loureiro macedo
machado magalhaes maia marinho marques martins matias matos medeiros mello melo mendes mendonca menezes mesquita
miranda monteiro moraes morais moreira mota moura nascimento neves nogueira novais nunes oliveira pacheco paiva
peixoto pereira pimenta pimentel pinheiro pinho pinto pires queiroz ramalho rangel rezende ribeiro rocha rodrigues sa
salgado sampaio saraiva siqueira silveira simoes soares sousa souza tavares teixeira teles trindade valente
vasconcelos vaz veloso viana vieira xavier amato barbieri barone basile battaglia bellini benedetti bernardi bianchi
bianco bruno caputo carbone caruso castelli cattaneo cirillo coppola conte conti costa damico deangelis deluca derosa
desantis esposito fabbri farina ferrara ferrari ferraro ferretti ferri fiore fontana fumagalli fusco galli gallo gatti
gentile giordano giuliani grassi grasso greco guerra guidi leone lombardi lombardo longo mancini marchetti marchi
mariani marini martinelli martini martino mazza mele messina milani monti morelli moretti morra napolitano negri neri
nardone orlando pace pagano palmieri palumbo parisi pellegrini pellegrino piras poli ricci riva rinaldi rizzi rizzo
romano romeo rossetti rossi ruggiero russo sala salerno santoro sartori silvestri sorrentino testa tosi trevisan
valentini vitale vitali villa zanella alterio calabrese cosentino degregorio popa popescu ionescu radu dumitru stan
stoica gheorghe matei ciobanu rusu constantin dinu lazar florea dobre barbu nistor munteanu moldovan albu avram balan
bucur cojocaru dragomir enache grigore ilie iordache lungu manole neagu nita oprea pavel preda roman sandu stanciu
tudor toma ungureanu vasile voicu vlad`;

const eastern = `
nowak wojcik kowalczyk wozniak mazur krawczyk kaczmarek piotrowski grabowski pawlak michalski krol wieczorek jablonski
wrobel stepien dudek adamczyk pawlowski sikora zajac walczak baran rutkowski michalak szewczyk ostrowski tomaszewski
pietrzak wroblewski zalewski duda jasinski wlodarczyk bak borkowski czarnecki jarosz kaczmarczyk kolodziej kubiak
kucharski lis maciejewski marciniak mroz musial polak sobczak szczepaniak urban witkowski wilk wysocki ziolkowski kot
novak svoboda novotny dvorak cerny prochazka kucera vesely horak nemec pokorny marek pospisil hajek kral jelinek
ruzicka benes fiala sedlacek dolezal zeman kolar krejci navratil cermak vanek blazek kriz kratochvil kopecky musil
konecny maly stastny holub stanek kadlec sima soukup kovac kovacs varga toth nagy szabo horvath horvat molnar nemeth
balogh farkas balog lukac simko hudak papp takacs juhasz lakatos meszaros olah simon racz fekete szilagyi torok feher
gal kis szucs kocsis fodor orsos pinter szalai sipos magyar lukacs gulyas biro kiraly laszlo katona jakab bogdan balla
fazekas bodnar sandor kelemen antal somogyi fulop orban veres vincze hegedus budai deak pap balint illes szekeres pal
szoke bognar babic bosnjak knezevic kralj kovacic krznaric loncar maric mlinar rukavina sertic soldo tomic vidmar
zupancic potocnik mlakar kos golob turk oblak krajnc jovanovic petrovic nikolic ilic ivanov petrov sidorov smirnov
kuznetsov popov sokolov lebedev kozlov novikov morozov volkov pavlov semenov golubev vinogradov belov medvedev antonov
tarasov zhukov baranov filippov komarov davydov belyaev gerasimov bogdanov osipov sidorenko shevchenko kovalenko
bondarenko tkachenko kravchenko oliynyk shevchuk kovalchuk boyko melnyk koval lysenko polishchuk rudenko savchenko
marchenko tkachuk moroz petrenko chernov tereshchenko dimitrov georgiev todorov hristov stoyanov iliev papadopoulos
vlahos angelopoulos nikolaidis georgiou konstantinou ioannou dimitriou makris economou hoxha shehu krasniqi gashi
berisha yilmaz kaya demir celik sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin kara koc
kurt ozkan simsek polat korkmaz cakir erdogan yavuz acar akin guler avci bulut keskin gunes bozkurt aksoy turan tekin
unal coskun gul karaca toprak erol gokce petrosyan sargsyan grigoryan harutyunyan hakobyan kapanadze beridze mamedov
aliyev huseynov kazlauskas jankauskas petrauskas berzins kalnins ozols jansons tamm saar sepp magi kask kukk rebane
ilves koppel abadi abbasi ahmadi akbari akhtar alavi amini ansari asadi azizi bagheri ebrahimi farahani ghorbani
hakimi hashemi heidari hosseini jafari karimi kazemi khalili khani mirza mohammadi moradi mousavi najafi nazari nouri
pahlavi rahimi rahmani rezaei rostami sadeghi salehi shariati sharifi soltani tehrani zandi zare ahmed ali hassan
hussein hussain ibrahim khalil mahmoud mansour mohamed mostafa mubarak nasser rahman salem saleh sayed shaikh sheikh
suleiman yousef haddad khoury nasr sabbagh shaheen tahan najjar hamdan darwish awad qureshi siddiqui butt chaudhry
malik bhatti rana raja cheema gondal dar lone baig abramov ashkenazi azoulay ben-david biton dahan edri friedman gabay
goldman katz levi mizrahi ohana peretz rabin rosen rosenberg rosenthal segal shapira shapiro stern weinstein yosef
zilberman`;

const world = `
acharya agarwal aggarwal ahuja anand arora babu bajaj banerjee banik bansal basu bedi bhagat bhalla bharadwaj bhardwaj
bhat bhatia bhatt bhattacharya bhattacharyya biswas bora bose chakrabarti chakraborty chandra chaturvedi chaudhary
chauhan chawla cherian chopra choudhary choudhury dalal das dasgupta datta deol desai deshmukh deshpande dey dhawan
dhillon dixit dubey dutta fernandes gadgil gandhi ganguly garg ghosh gill goel gokhale gopal goswami goyal grewal
grover guha gulati gupta halder handa hegde inamdar iyengar iyer jadhav jain jaiswal jha jindal johar joshi kadam
kakkar kamat kamble kapadia kapoor kapur karnik kashyap katariya kaul khanna khatri khosla khurana kohli kothari
krishnamurthy krishnan kulkarni kumar kundu lal lele limaye luthra madan mahajan mahapatra maheshwari maity majumdar
malhotra mallick mandal mangal manocha mathur mehra mehrotra mehta menon mishra misra mittal modi mohanty mondal
mukherjee mukhopadhyay murthy nadar nadkarni nagar naidu naik nair nanda narang narayan narayanan nath natarajan nayak
nayar ojha oza padhi pai pal panchal pande pandey pandit pandya panicker parekh parikh parmar patil patnaik patra
pawar pillai pinto prabhu pradhan prajapati prasad puri purohit raghavan rai rajagopal rajan rajput ramachandran raman
ramaswamy ramesh ranganathan rao rastogi rathore rathod raut rawat ray reddy roy sahni sahoo saini saksena saxena
samant sandhu sane sarkar sastry sathe sawant sehgal sen sengupta seth sethi shankar sharma shastri shekhawat shenoy
shetty shinde shrivastava shukla sidhu sinha sodhi solanki soni sood srinivasan srivastav srivastava subramaniam
subramanian suri swamy talwar tandon taneja thakkar thakur thapar tiwari trivedi tripathi tyagi upadhyay vaidya
varghese varma verma vohra vora vyas wadhwa wagh walia yadav perera fernando jayawardena wickramasinghe bandara
dissanayake rajapaksa gunawardena senanayake silva thapa gurung tamang shrestha adhikari karki hossain islam uddin
miah akter begum khatun chowdhury talukder sikder mollah bui dang dinh doan duong hoang huynh lam luong mai ngo nguyen
pham phan tran trinh truong vo vu suharto widodo wijaya santoso hidayat saputra siregar nasution simanjuntak hutapea
tan lim goh chua ong teo koh sim yeo ang toh low chew lau cheung chow leung kwok kwan tsang mak tam yip lai fung choy
tse poon yuen chiu aquino bautista dela-cruz dimaculangan gatchalian macaraeg magsaysay manalo mangubat marcos ocampo
pangilinan salonga tolentino villanueva bacani balagtas catacutan dizon lacson macapagal pascual punzalan abe aoki
arai endo fujii fujimoto fujita fukuda goto hara harada hasegawa hashimoto hayashi hirano honda ichikawa igarashi iida
ikeda imai inoue ishida ishii ishikawa ito iwasaki kato kawaguchi kawamura kawasaki kikuchi kimura kinoshita kobayashi
kojima kondo kono kubo kudo maeda maruyama masuda matsuda matsui matsumoto matsuo miura miyamoto miyazaki mizuno mori
morita murakami murata nagai nakagawa nakajima nakamura nakano nakayama nishida nishimura noguchi nomura ogawa okada
okamoto ono ota otsuka saito sakai sakamoto sakurai sano sasaki sato shibata shimada shimizu sugawara sugimoto
sugiyama suzuki takada takagi takahashi takeda takeuchi tamura tanaka taniguchi uchida ueda ueno wada watanabe yamada
yamaguchi yamamoto yamasaki yamashita yamauchi yamazaki yano yokoyama yoshida yoshikawa yoshimura higuchi kaneko
kurosawa tanabe hattori ahn bae baek byun cha cho choe choi chung gong gwak hahn heo hwang hyun jang jeon jeong jin jo
joo jung kang kil kim ko koo kwak kwon lee min moon nam noh oh pak park pyo ryu seo shim shin sohn son song suh um woo
yang yim yoo yoon yun bai cai cao chang chen cheng deng ding dong du duan fan fang feng fu gao gu guo han hao he hong
hou hu huang jia jiang kong lei li liang liao lin liu lu luo ma mao meng pan peng qian qin qiu ren shao shen shi su
sun tang tao tian wan wang wei wen wu xia xiao xie xiong xu xue yan yao ye yi yin yu yuan zeng zhang zhao zheng zhong
zhou zhu zou hsu hsieh tsai chiang kuo abiola abubakar achebe adebayo adeleke adeyemi afolabi agbaje aidoo akande
akinyemi amadi amoah ampofo ansah asante awolowo balewa bello boateng buhari chukwu dangote diallo diop eze fofana
gyasi ibrahim idowu igwe jimoh kamara keita konate kone mensah musa ndiaye nkrumah nwachukwu nwosu obasanjo obi oduya
ogunleye ojo okafor okeke okonkwo okoro okoye oladipo olawale oni onyango opoku osei owusu sarr sesay sissoko soyinka
suleiman sow toure traore usman yeboah achieng barasa cheruiyot chebet kamau kariuki karanja kibet kiplagat kipkoech
kiprono korir macharia maina mburu mugo mutua mwangi ndungu njoroge nyambura ochieng odhiambo odinga okello omondi
oyango otieno owino rotich wafula wanjiru waweru banda chanda mwale phiri tembo zulu botha coetzee fourie kruger nel
pretorius steyn swanepoel viljoen vorster dlamini hlongwane khumalo khoza mabaso mahlangu maseko mbeki mkhize mofokeng
mokoena molefe moloi motsepe naidoo ndlovu ngcobo nkosi ntuli radebe sibiya sithole tshabalala zungu zwane bekele
tesfaye abebe haile desta alemu kebede tadesse gebremariam abdi farah jama nur warsame isse moyo ncube sibanda dube
chiwenga mugabe fonoti tuilagi leota faleolo tupou latu moala vunipola taufa fonua kahananui kealoha`;

export const surnames: readonly string[] = [english, continental, eastern, world].flatMap((list) =>
  list.trim().split(/\s+/),
);
