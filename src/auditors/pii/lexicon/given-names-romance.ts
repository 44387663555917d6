/** Frequent given names, written down for this auditor (lower case, without diacritics): French, Spanish, Portuguese, Italian, Romanian. */
export const romanceGivenNames = `
adelaide adeline adrien agathe agnes aime alain alban alexandre alexia aline alphonse amandine ambroise amelie anais
anatole ange angelique anouk anselme antoine antoinette apolline armand armelle arnaud arsene astrid aude augustin
aurelie aurelien aurore axelle baptiste barnabe bastien beatrice benedicte benjamin benoit berangere bernadette
bertrand blaise blandine brice brigitte bruno camille candice capucine caroline catherine cecile celestin celine
chantal charlene charline christelle christophe clarisse claudine clemence clement clementine cloe clotilde colette
coralie corentin corinne cyprien cyril cyrille damien danielle delphine denis desire didier dominique dorothee edith
edmond edouard eleonore elie eliane elisabeth elise elodie eloise emeline emile emilie emmanuelle enzo estelle etienne
eugenie eulalie evelyne fabien fabienne fabrice faustine felicie fernand fernande flavien flavie florent florence
florian francis franck francois francoise frederic frederique gael gaelle gaetan gaspard gaston gauthier genevieve
geoffroy georges georgette germain germaine ghislain ghislaine gilbert gilberte gilles gisele gregoire guillaume
gustave guy helene helios henri henriette herve honore hortense hubert hugues huguette ines ingrid isabelle jacques
jacky jean-baptiste jean-claude jean-francois jean-jacques jean-louis jean-luc jean-marc jean-marie jean-michel
jean-paul jean-philippe jean-pierre jeannine jeremie jerome joachim joelle jocelyne jordane josette josiane jules
julien juliette justine karine laetitia laure laurence laurent laurette lea leandre leonie leopold lilian lionel loic
lorraine louane louison luc lucas luce lucette lucie lucien lucienne ludivine ludovic lydie maelle maeva manon
marc-antoine marceau marcel marceline marcelle margaux margot marianne marie-claire marie-claude marie-france
marie-helene marie-josee marie-louise marie-pierre marie-therese marielle mariette marine marion marius marlene
martial martine maryse mathieu mathilde mathis matthieu maud maurice maxence maxime melissa michel micheline mireille
moise monique morgane muriel myriam nadege nadine natacha nathalie nicolas nicole ninon noemie nolwenn odette odile
olivier ophelie oriane pascal pascale patrice paulette perrine philippe pierre pierre-yves pierrette quentin raoul
raphaelle raymonde regis rejane remi remy renaud rene renee robin rodolphe roger roland romain romane romuald rosalie
roselyne sabine salome samuel sandrine sebastien segolene serge severine sidonie simone solange solene sophie stephane
stephanie suzanne sylvain sylvaine sylvestre sylvette sylvie tanguy theo theophile therese thibault thibaut thierry
thomas timothee tristan ugo valentin valentine valerie veronique victoire victorine violaine virginie viviane vivien
xavier yann yannick yasmine yohan yolande yves yvette yvon zacharie zelie abelardo adela adolfo agustin agustina alba
alberta alberto aldo alejandra alejandro alfonso alfonsa alvaro amalia amparo ana anabel anastacio andres angelo
angeles aniceto antonio aquiles araceli ariadna armando arturo asuncion aurelio aurora azucena baltasar bartolome
beatriz belen benita benito bernarda bernardo blanca borja braulio brigida candela caridad carlos carlota carolina
catalina cayetano cesar chavela clemente concepcion conchita consuelo cristian cristobal dario delfina demetrio diego
dolores domingo dora dulce edelmira efrain efren elba eleuterio elia eliseo eloy elvira emeterio emiliano encarnacion
ernesto ernestina esperanza esteban estefania estela estrella eugenia eugenio eulogio eusebio eva ezequiel fabian
fabiola fabricio facundo fatima faustino federico feliciano felicitas felipe felisa fermin fidel florencia florencio
flor fortunato francisca froilan gerardo german gilberto gines gisela gonzalo graciela gregorio guadalupe gumersindo
gustavo herminia hernan hernando higinio hilario hipolito horacio humberto ignacia ildefonso imelda inmaculada isaias
isidoro isidro ismael itziar ivonne jacinta jacinto jacobo jairo jeronimo jesus joaquin joaquina jonatan josefa
josefina josue juan-carlos juanjo julian julieta laureano laura lazaro leandro leocadia leonardo leonor leopoldo lidia
liliana lorenzo lourdes lucio lucrecia luisa lupe luz macarena magdalena maite manolo manuel manuela marcelina
marcelino marcelo marcial maricarmen maricela marisela marisol maritza martina mateo matias mauricio maximiliano
maximo melchor mercedes micaela milagros miguel-angel modesto moises monserrat montserrat narciso natividad nereida
nestor nicanor nicolasa nieves noelia norberto nuria octavio olalla olegario oriol osvaldo pablo paloma paquita
pascual pastora patricio paz perla petrona pia pilar placido primitivo prudencio purificacion rafaela ramiro raimundo
rebeca reinaldo remedios reyes rigoberto rocio rogelio romeo romulo rosalba rosalia rosario rosaura ruben rufino
ruperto salvadora sancho sandro sebastiana secundino segundo serafin severino silvestre simon socorro sol soledad
susana tadeo tamara telmo teodora teodoro teofilo timoteo tomas tomasa toribio trinidad ulises urbano valentina
valeria vicenta vicente victoriano vidal virgilio virtudes visitacion wilfredo ximena yago yesenia yolanda zacarias
zulema xiomara yadira nayeli itzel joaquim jordi josep montse pau pere xavi arnau aitor ander asier eneko gorka iker
inigo iratxe jon kepa koldo leire mikel nerea oihane unai abel adao adelino adalberto ademir aderito afonso agostinho
alcides aldair almir aluisio americo anderson andreia anisio antonia aparecida arlindo arthur benedita benedito bento
brenda breno bruna caetano caio camila candida carla cassio catarina celio celso cicero cintia clarice claudete
claudio cleber cleide conceicao cristiane cristiano danilo davi debora deolinda dilma dinis diogo domingos duarte edna
edson eduarda elaine eliana eloisa elza emanuel erica estevao eunice evandro fabiana fabio fabricia fernanda filipa
filipe flavia flavio franciele gabriela geraldo gilmar gilson giovana giovanni glaucia goncalo guilherme heitor helder
heloisa henrique hermes hugo iara igor iolanda iracema iris isadora isaura isis ivone jair jaqueline jessica joana
joao jonas jorge jucelino juliana julio juliano karina lais larissa leila leonel leticia lia ligia livia lorena
lourenco luan luana luciana luciano lucilia luiz luiza luzia madalena maisa manoel mara marcela marcia marcio marcos
margarida mariana marilia marina marisa marli marta martim mateus matheus mauro maura mayara michele miguel milena
milton moacir monica murilo nair natalia nelson neusa nilton noemi nuno odete olavo olga olinda orlando osmar otavio
patricia paulo pedro piedade quiteria rafael raissa raimunda regina renan renata renato ricardo roberta rodrigo
rogerio romario ronaldo rosana rosangela rubem rui ruy sabrina samara sandra sara sebastiao sergio severina silvana
silvia simao sonia suelen suzana tadeu tais talita tania tarcisio tatiana telma teresinha tereza thais thiago tiago
ulisses valdemar valdir vanda vania vera vinicius vitor vitoria wagner walter wanderley washington wellington wesley
william yasmin yuri zelia zulmira achille adalgisa agnese agostino alberico albino alessandra alessandro alessia
alessio alfio alida amedeo amerigo anacleto andrea angela anna annalisa annamaria annunziata antonella antonello
antonino arianna arrigo assunta attilio augusta augusto azzurra baldassare barbara battista benedetta benedetto
beniamino benvenuto biagio calogero camilla carlo carmela carmelo caterina cecilia celestino cesare chiara chiarina
cinzia ciro clara clelia concetta corrado cosimo costantino cristina damiano daniele davide desiderio diletta dino
domenica domenico donatella donato edoardo elena eleonora elio elisa elisabetta emanuela emanuele emilia emiliana
ennio enrica enrico enza ercole ermanno ermenegildo erminia ettore ezio fabrizio fausta fausto federica felice
ferdinando ferruccio fiammetta filippa filippo filomena fiorella fiorenza franca francesca francesco franco fulvia
fulvio gaetana gaetano gaia gaspare gennaro germano giacinto giacomo gianluca gianluigi gianmarco gianni gianna
gianpaolo gilda gina gino gioacchino gioele giordano giorgia giorgio giosue giovanna girolamo giulia giuliana giuliano
giulio giuseppa giuseppe giuseppina giustino goffredo greta guglielmo guido ignazio ilaria immacolata irene isabella
italo ivana ivano ivo jacopo katia lamberto lara lavinia leone letizia liana libero licia lina lino lisa livio lorella
lorenza loredana loretta luca lucia lucrezia ludovica ludovico luigi luigia luigina maddalena manlio marcello marco
margherita mariangela marianna mariano mariella marietta marika marilena mario maristella martino marzia massimiliano
massimo matilde matteo mattia maurizio melania melchiorre michela michelangelo mirella mirko moreno nadia natale
natalina nazzareno nazario nello nicodemo nicola nicoletta nicolo ninfa norma nunzia nunzio olimpia ombretta onofrio
orazio oreste ornella orsola ottavia ottavio palmira pamela paola paolo pasquale patrizia patrizio piera pierangelo
pierluigi piero pierpaolo pietro pina pino pio primo quirino raffaele raffaella raimondo rebecca remo renzo riccardo
rinaldo rino rita roberto rocco rodolfo romana romano romolo romualdo rosa rosanna rosaria rosella rossana rossella
ruggero sabino salvatore salvatrice samuele santina santo saverio serena severo silvano silvestro silvio simona siro
stefania stefano stella susanna tancredi teresa tiberio tina tiziana tiziano tobia tommaso tosca tullia tullio ubaldo
umberto valentino valerio vanna velia venanzio veronica vincenza vincenzo virginia vito vitale vittoria vittorio
viviana zaira zeno adina alin alina anca ancuta andreea andrei anisoara anton aurel aurelia bogdan calin camelia
catalin cezar ciprian claudiu codrut constantin corina cornel cornelia corneliu cosmin costel costin cristi dan
daniela dana danut decebal delia denisa dinu doina dorin dorina doru dragos dumitra dumitru ecaterina eduard emil
eugen florea florentina florica florin gabi gavril george georgeta gheorghe gica grigore horatiu horia iacob ileana
ilie ilinca ioan ioana ion ionel ionela ionut irina iulia iulian iuliana iuliu laurentiu laviniu leontin liviu lucian
luminita madalin madalina magda margareta marian maricica marin mihai mihaela mihail mircea mirela mitica nae narcisa
nelu nicolae nicoleta nicusor nicu oana octavian ofelia oltea ovidiu paraschiva paul pavel petre petrica petronela
petru radu raluca razvan remus roxana sabin sanda sandu sebastian sever silviu sorin sorina stan stefan stelian teodor
tiberiu titus toader toma traian tudor valeriu vasile vasilica victor viorel viorica virgil vlad zamfir`;
