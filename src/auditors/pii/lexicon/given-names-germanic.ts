/** Frequent given names, written down for this auditor (lower case, without diacritics): German, Dutch, Nordic. */
export const germanicGivenNames = `
achim adelheid agathe albrecht alois alwin andreas anja anke annegret anneliese annika antje armin arne axel barbel
bastian beate benedikt bernd bernhard bettina birgit birgitta birte bjorn bodo burkhard carsten christoph christian
christel claus cornelia dagmar detlef dieter dietmar dirk dorothea eberhard eckhard edeltraud egon ekkehard elfriede
elke emil erhard ernst erwin eugen ewald falk florian franz franziska frauke friedhelm friedrich fritz gabi gabriele
gerd gerda gerhard gerlinde gernot gert gisela gottfried grit gudrun gunter gunther guenther guenter gustav hanna
hannelore hannes hans hansjorg harald hartmut hedwig heike heiko heiner heinrich heinz helga helge helmut helmuth
henning henrik heribert hermann hildegard hiltrud holger horst hubertus ilka ilona ilse imke ines inga inge ingeborg
ingo irmgard isolde jens joachim jochen johann johannes jorg joerg jurgen juergen jutta kai karin karl-heinz karlheinz
karsten kathrin katja katrin kerstin kirsten klara klaus knut konrad kordula kornelia lars leonie liesel lieselotte
lothar ludwig luise lukas lutz magda magdalena maike malte manfred manuela marcel mareike margarete margit margot
margret marius marlies marten martina mathias matthias maximilian mechthild meike meinhard melitta micha mirjam monika
moritz nadja niklas nils nikolaus norbert olaf oliver ortrud oskar ottmar otto paulina petra philipp rainer ralf ralph
regine reiner reinhard reinhold renate rolf roswitha rosemarie rudiger ruediger rudolf rupert ruprecht sabine saskia
sebastian siegfried siegrid sieglinde sigrid silke silvio sonja stefan steffen steffi sven svenja swantje tanja
thorsten till tilo timo tobias torben torsten traute traudl udo ulf uli ulla ullrich ulrich ulrike ursel ute uwe veit
verena viktor viktoria volker volkmar walburga waldemar walter waltraud werner wiebke wieland wilfried wilhelm
wilhelmine willi willy winfried wolf wolfgang wolfram yannick aart adriaan albertus anneke annemarie anouk antoon
arend arjan arie bart bas bastiaan bauke berend bram carolien cees coen corrie daan diederik dirkje elske evert ewout
femke ferdinand floor floris frits froukje geert gerben gerrit gijs greetje hanneke harm hein hendrik hendrika henk
hilde huub ineke iris jaap jacoba jacobus jan janneke janny jelle jeroen jesse jip johan jolanda joost jorrit joris
joke jurre karel kees klaas koen koos laurens leendert lies lieke lieven liesbeth lisette loes lotte maaike maarten
machteld marieke marijke marjan marleen marloes mattheus mees merel michiel mieke niek niels nienke noor onno
petronella pier piet pieter pim quirijn reinier rens rik rinus roos ruben rutger ruud sanne siebe sjaak sjoerd stijn
teun theun thijs tijn tineke toon truus wessel wiebe willem wim wouter agneta anders andrea anette ann-christin
annelie arvid asa asbjorn asger astri aud bengt bente berit bertil birger bo borje britt britta brynjar cecilie dag
dagfinn dagny ebba edda egil einar eirik elin elias elof else elsebeth endre erling esben eskil espen eva-lena even
finn fredrik freja frida frode geir gitte gjermund goran gosta greger grethe gro gudmund gun gunhild gunilla gunn
gunnar gustaf hakan haakon halvard hanne hedda hege helle henriette hjalmar iben ingvar ingvild inger ingerid ivar
jakob jannike jarl jeppe jesper jette joakim joar jonas jorgen josefine jostein kaare kajsa kaj karen-margrethe
karianne karina kari kasper kenth ketil kirsti kjell kjersti kjetil klas knud kristian kristoffer lasse leif leiv lena
linnea lisbeth lise liv lovisa mads magnhild magnus maja malin margareta margrethe marit mats mathilde merete mette
mikael mikkel mogens morten nanna nikolaj odd oddvar ola olav ole oline olof ove oyvind pal palle per pernille peder
pia poul preben ragna ragnar ragnhild randi rasmus rikke rita roar roald rune sander selma signe sigurd sindre siri
siv sivert snorre sofie solveig soren stein steinar stig stine susanne sverre sylvi synnove tage terje thea thorbjorn
thure toke tonje tor tore torgeir torill torkel trine trond trude trygve turid ulrik unni vibeke vidar vigdis viggo
yngve aase aksel alexander arnar arni asta birna bjarni bryndis dagur eysteinn gunnlaugur helgi hrafn ingibjorg jon
jonina kristjan olafur pall ragnheidur sigridur sigrun steinunn thor thorarinn valgerdur aino antero antti anneli arto
eero eeva eino elina erkki esa hannele hannu heikki heli helmi ilkka irja irmeli jaakko jaana jari jarmo jorma jouni
juha juhani jukka juho jussi kaarina kaija kalevi kalle kirsi kyllikki lauri leena liisa maarit maija maire marja
marjatta marjo markku marko markus matti merja mika mikko minna niina niko olavi olli osmo outi paavo paivi pasi pekka
pentti pertti petri pirjo pirkko raija raimo reijo riikka riitta risto ritva saara sakari sami sanna satu seija seppo
sini sirkka sirpa soile suvi taina tapani tapio tarja teemu tero terttu tiina toivo tommi tuija tuomas tuula tuulikki
urho vaino veikko vesa ville virpi visa aapo eetu`;
