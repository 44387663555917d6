/** Frequent given names, written down for this auditor (lower case, without diacritics): Slavic, Baltic, Hungarian, Greek, Albanian, Turkic, Caucasian. */
export const easternGivenNames = `
agata agnieszka alicja aleksander aleksandra anatol andrzej aneta aniela antoni apolonia artur barbara bartek bartosz
beata bernadeta blazej bogdan bogna bogumil boguslaw boguslawa boleslaw bozena bronislaw bronislawa cecylia celina
cezary czeslaw czeslawa damian danuta dariusz dawid dobroslaw dominik dorota edyta eliza elzbieta emilia eryk
eugeniusz ewa ewelina feliks filip franciszek franciszka gabriela genowefa grazyna grzegorz halina hanna helena henryk
henryka hieronim honorata hubert ignacy irena ireneusz iwo iwona izabela jacek jadwiga jagoda jakub janina janusz
jarek jaroslaw jedrzej jerzy joanna jolanta jozef jozefa julia juliusz julita justyna kacper kaja kajetan kalina kamil
kamila karol karolina katarzyna kazimiera kazimierz kinga klaudia konrad krystian krystyna krzysztof ksawery laura
lech leokadia leszek lidia liliana lucja lucjan ludwik ludwika lukasz maciej magdalena maja malgorzata marcel marcin
marek maria marianna marian mariola mariusz marlena marta marzena mateusz michal michalina mieczyslaw mikolaj milena
milosz miroslaw miroslawa monika natalia nikodem nina norbert olaf olga oliwia oskar patrycja patryk pawel piotr
przemyslaw radoslaw rafal regina renata robert roksana roman rozalia ryszard sebastian slawomir sonia stanislaw
stanislawa stefania sylwester sylwia szczepan szymon tadeusz teodor tomasz tymoteusz urszula waclaw waldemar wanda
weronika wieslaw wieslawa wiktor wiktoria wincenty wioletta wislaw witold wladyslaw wladyslawa wlodzimierz wojciech
zbigniew zdzislaw zenon zofia zuzanna zygmunt zyta adela alena alois alzbeta andrej anezka antonin bedrich blanka
blazena bohumil bohuslav borivoj bretislav cenek ctibor dagmar dalibor dana dita dobromila drahomira dusan eliska
emilie eva evzen frantisek hana hedvika hynek igor ilona iva ivana iveta ivo jan jana jarmila jaromir jaroslav
jaroslava jindrich jirina jiri jitka josef karel karla katerina klara kveta kvetoslava lada ladislav lenka leos libor
libuse lubos lubomir lucie ludek ludmila ludvik lukas magda marcela marie marketa martina matej matous michaela milada
milan miloslav milos miloslava miluse mirek miroslav miroslava nadezda natalie nela oldrich oldriska ondrej ota otakar
patrik pavel pavla pavlina petr petra premysl prokop radek radim radka radomir radovan romana rostislav rudolf ruzena
sarka silvie simona sona stanislav stanislava stepan stepanka svatopluk svatava svetlana tadeas tereza tomas vaclav
vaclava vendula vera veronika viktor vilem vit vitezslav vladimir vladimira vlasta vlastimil vlastislav vojtech
vratislav zbynek zdena zdenek zdenka zdislava zlata zora zuzana viliam juraj jozefina lubica peter rastislav slavka
stefan tibor zoltan aleksa aleksandar ana anamarija andela andrija ante antonija biljana bojan bojana boris bosko boza
bozidar branimir branislav branka branko bratislav danica daniel danijel danijela darija darko davor dejan desanka
dijana divna dobrica domagoj dragan dragana dragica dragomir dragoslav dragutin drazen dubravka dunja dusanka duska
edin elvir emina emir franjo goran goranka gordan gordana grozdana hrvoje ilija ivanka ivica jadranka jasmina jasna
jelena jovan jovana jovanka jure kata katarina kosta kresimir kristijan krunoslav ksenija lazar lejla ljiljana ljubica
ljubisa ljubomir luka lovro marijana marijan marija marina marinko marko mateja mato matija mihajlo mihailo mila
milica milija milivoj miljana milka milomir milorad milosav milovan miodrag mira mirela mirjana miroljub mirza mladen
momcilo nada nebojsa nedeljko nemanja nenad nevena nikola nikolina novak ognjen olivera petar predrag rade radenka
radmila radoslav radojka ranko ratko sandra sanja sasa savo sinisa slavica slavko slobodan slobodanka snezana sonja
spasoje srdan srecko sretena stana stanko stipe stjepan stojan stojanka suzana svetozar tamara tanja tatjana tea
tihana tihomir tihomila todor tomislav uros vanja vedran vesna vidosava viktorija vinko vjekoslav vladan vlado vojin
vojislav vuk vukasin zarko zdravko zeljka zeljko zivko zlatan zlatko zoran zorana zorica zrinka zvezdana zvonimir ales
andraz anze blaz bostjan cirila damjan drago franc gasper grega gregor jaka jernej joze klemen lojze maruska matjaz
metka miha mitja mojca nejc neza polona primoz rok saso spela tadej tina tjasa urh ursa urska vid ziga afanasy akim
akulina aleksandr aleksei aleksey alevtina alexandr alexei alexey aliaksandr alina alla alyona anastasiya anatoli
anatoliy anatoly andrei andrey andriy anfisa anna antip antonina anzhela arina arkady arkadiy arseny artem artemiy
artyom bohdan danil danila daniil darya daria demyan denis diana dina dmitri dmitrii dmitriy dmitry dmytro dobroslav
efim egor ekaterina elena eleonora elizaveta elvira emma evdokia evgeni evgenia evgeniy evgeny evgeniya faina fedor
feodor filipp foma gavrila galina gennadi gennadiy gennady georgi georgiy georgy gerasim german gleb grigori grigory
halyna hryhoriy ignat ilya inessa inna innokenty ioann iosif ippolit iraida irina ivan izabella kira kirill klavdia
klim kondrat konstantin ksenia kseniya kuzma lana larisa lavrenty leonid leonty lesya lev lidiya liliya lubov lukyan
lyubov lyudmila makar makary maksim maksym margarita marfa mariya mark matvei matvey maxim mihail mikhail mikhaylo
miron mitrofan mstislav mykhailo mykola mykyta nadezhda nadia naina nataliya natalya nazar nelli nestor nikanor nikita
nikolai nikolay nonna oksana oleg oleh oleksandr oleksii oleksiy olena olesya olha ostap pavlo pelageya petro platon
polina praskovya prokhor prokofy rada radislav raisa rimma rodion ruslan rustam ryurik sasha savely semen semyon
serafima serafim sergei sergey serhii serhiy sidor snezhana sofia sofya solomon spartak svitlana svyatoslav taisia
taras tatiana tatyana tetiana tikhon timofei timofey timur trofim tymofiy ulyana vadim vadym valentin valentina valeri
valeriy valery vasili vasiliy vasilisa vasily vasyl venedikt viktoria vikenty vitali vitaliy vitaly vlad vladislav
vladlen volodymyr vsevolod vyacheslav yakov yana yaroslav yegor yekaterina yelena yelizaveta yefim yevgeni yevgenia
yevgeny yevhen yosyp yulia yuliya yuri yuriy yury zahar zakhar zhanna zinaida zinovy zoya alibek aslan akhmed adam
islam magomed khamzat ramzan zelimkhan zaur shamil angel asen atanas bisera blagovest boyan boyko daniela delyan
desislava diyan dimitar dobri elitsa emil galya gergana hristina hristo ivaylo iskra kaloyan kamen kiril krasimir
krasimira lachezar lyubomir mariyana martin mihaela milen mincho mitko nedyalko ognyan penka petko petya plamen radost
rayna rositsa rumen rumyana silviya spas stanimir stefka stoyan stoyanka svetla svetoslav teodora todorka toma tsvetan
tsvetelina vanya vasil velichko velizar ventsislav vesela veselin yanka yordan yordanka zdravka zhivko adrienn agnes
agoston alajos andor andras aniko antal arpad attila balazs balint barna barnabas bela bence bernadett boglarka
borbala csaba csilla david denes dezso domonkos dora edit elemer emese emoke endre eniko erika ervin erzsebet eszter
etelka ferenc flora gabor gabriella gaspar gergely gergo geza gizella gyongyi gyorgy gyula hajnalka henrik ibolya
ildiko imre istvan jano janos jeno jolan jozsef judit julianna kalman karoly katalin kornel kornelia kristof krisztian
krisztina laszlo lajos lenard levente lilla lorant magdolna marcell margit marton matyas melinda mihaly miklos moricz
nandor nikolett noemi odon orsolya otto oliver pal piroska reka rezso richard roland sandor sara sarolta sebestyen
szabolcs szilard szilvia tamas terez terezia timea tivadar tunde valeria vendel vilmos viola virag zita zsanett
zsigmond zsofia zsolt zsuzsa zsuzsanna achilleas afroditi agapi alexandros alexios alkis anastasios anastasia andreas
andromachi angeliki antigone antonis apostolos argyris aris aristotelis artemis aspasia athanasia athanasios athina
charalambos chariklia charis christina christos chrysa chrysoula dafni despina dimitra dimitris dimitrios dionysis
dionysios efstathios eftychia eirini elefteria eleftherios eleni elpida evangelia evangelos fotini fotis foteini
georgia georgios giannis giorgos glykeria grigoris ilias ioanna ioannis iordanis kalliopi konstantina konstantinos
kostas kyriaki kyriakos lambros lefteris leonidas loukas magdalini makis manolis michalis militsa nektarios nikolaos
nikos odysseas olympia panagiota panagiotis paraskevi paschalis pavlos pelagia periklis persefoni petros polyxeni
sofoklis sotiria sotiris spyridon spyros stamatis stavroula stavros stefanos stelios stergios stratos takis thanasis
thanos theodora theodoros theofilos thomais vangelis varvara vasiliki vasilis vassilis xenia yannis yiannis yorgos
zacharias zoi agron altin arben ardian arta artan besa besnik blerim bujar dardan drita driton edlira elira enver
erion fatmir fatos flamur flutura gentian genc gezim hashim ilir jeta jeton kastriot kujtim liridon luan lulzim mimoza
naim petrit shkelqim shpresa skender valbona valon vjosa xhevdet zamira andris aigars ainars aivars arturs baiba dace
dainis dzintra edgars egils elina evija guntars guntis gunta ieva ilze imants inese ingus janis juris kaspars kristaps
laima lauma liga maris mara normunds ojars raimonds rihards sandris sanita uldis valdis vija vilnis zane zigmars
algirdas algis andrius antanas arunas asta audrius ausra birute dainius daiva dalia darius donatas egidijus egle
gediminas gintaras giedrius ingrida jonas juozas jurgita kestutis laimonas lina linas mantas mindaugas nijole petras
povilas ramunas rasa rimantas rita rokas ruta saulius sigitas simonas tadas vaida valdas vilius violeta virginijus
vytas vytautas zivile aare aino andrus anu arvo eha ene enn heino helju hillar indrek jaak jaan juri kaarel kadri
kersti kristjan kulli lembit liina maarika madis mait malle margus mart mati meelis merike peeter piret priit raivo
rein siim sirje tarmo tiiu tiit toomas toivo tonis tonu triin ulle uku urmas vello viljar villu abdullah adem ahmet
akin ali alper altan arda arzu asli asuman atilla aydin aykut ayhan ayla aylin aynur ayse aysegul aysel aziz bahar
bekir belgin berk berna betul bilal bulent burak burcu busra can cansu cem cemal cemile cenk cengiz cetin coskun damla
deniz derya devrim didem dilara dilek duygu ebru ece ege elif emel emin emine emrah emre engin ercan erdal erdem
erdogan eren erhan erkan erol ersin ertan ertugrul esin esra fadime fahri fatih fatma ferhat ferit feride fevzi figen
fikret filiz firat fuat furkan gamze gizem gokce gokhan gonul gul gulay gulcan gulden gulsen gunay gurkan guven habibe
hacer hakan haluk halil hande harun hasan hatice haydar hulya huseyin ibrahim ihsan ilhan ilkay ilker ilknur inci irem
irfan isik ismail ismet kaan kadir kadriye kazim kemal kenan kerem kerim korkut kubra latife levent leyla lutfi mahmut
makbule mehmet mehtap melahat melek melih melike meltem meral merve mert meryem mesut metin mevlut mine muammer
mucahit muge muhammet muharrem murat mustafa muzaffer naciye nalan nazan nazli necati nedim nermin neslihan nese nevin
nihal nihat nilgun nilufer nimet nuray nurcan nuri nuriye nurten oguz oguzhan okan oktay olcay onder onur orhan osman
oya ozan ozge ozgur ozkan ozlem pelin pembe pinar polat rabia ramazan recep refik remzi reyhan riza ruveyda sabri
sadik saliha salih savas seda sedat sefa selcuk selda selim selin sema semih semra sena serap sercan serdar serhat
serkan serpil sevda sevgi sevil sevim sevinc seyma sezer sezgin sibel sinan songul soner suat suleyman sultan suna
sukran sukru taner tansu tarik tarkan taylan tayfun tekin temel tolga tugba tugce tulay tuncay tuncer turan turgut
turhan turkan ufuk ugur ulas umit umut ummuhan unal vahit vedat veli volkan yagmur yalcin yasar yasemin yasin yavuz
yeliz yesim yigit yildiz yilmaz yunus yusuf zafer zehra zekeriya zeki zeliha zeynep zubeyde zuhal zuleyha akaki aleko
avtandil beka besik davit dato eka gela giga giorgi givi gocha irakli ketevan khatuna koba lali lasha levan lia maka
malkhaz mamuka manana mariam merab mzia nana nani natia nino nugzar otar rati revaz rusudan salome shota sopho tamar
tamaz temur tengiz tinatin vakhtang zaza zurab anahit ani ararat aram armen arman armine arpine artak ashot astghik
avet gagik garegin gayane gevorg gohar grigor hakob hamlet hasmik hayk hovhannes hrant hripsime karapet karen karine
khachik levon lilit lusine mkrtich nairi narek nune nvard rouben ruzanna sargis sarkis satenik serzh shushan susanna
syuzanna tatevik tigran vahan vahe vardan vartan vazgen yeranuhi zaruhi zaven aidar aigerim ainur akmaral almas anvar
askar aliya asel azamat bakhtiyar bakyt bolat daniyar dilnoza dinara eldar erlan farhod farida feruza gulnara gulnora
ilham jamshid kairat kanat madina marat maksat nargiza nurlan nursultan otabek ravshan rauf rustem saule sanzhar serik
sherzod shukhrat talgat ulugbek yerlan zarina zhanar zulfiya`;
