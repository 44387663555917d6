/**
 * Invented articles with misleading sentences: true ones share few words with the article, false ones many (read by
 * `articles.ts`).
 */
export const hardArticlesOne = `
# pharmacy
The last pharmacy in the valley town of Ostrau will shut at the end of March unless a buyer is found, its owner said on Monday. Hedda Lorch, 67, has run the shop for 31 years and wants to retire. She has spoken to four candidates, but three of them withdrew after they saw the accounts. The nearest alternative is 24 kilometres away, and there is no bus on Sundays. Mayor Ivo Kranz regretted the news and said the council would review in April whether it could pay for a delivery service. Health insurer Vitalis declined to contribute. About 1,900 people live in Ostrau, 40 percent of them older than 65. A petition for the shop was signed by 820 residents within six days. Ms Lorch did not blame the council for her decision, saying that she had simply grown tired.
+ The only chemist left in Ostrau may go out of business this spring.
+ Its proprietor, who has been behind the counter for over three decades, wishes to stop working.
+ Most of those interested in taking it over lost interest once they had looked at the books.
+ Two in five inhabitants are beyond the age of 65.
+ In less than a week more than 800 locals put their names to an appeal.
- done: The council has already decided to pay for a delivery service in Ostrau.
- stance: Mayor Ivo Kranz welcomed the news that the last pharmacy will shut at the end of March.
- stance: Ms Lorch blamed the council for her decision, saying that she had grown tired.
- unit: The nearest alternative is 24 minutes away, and there is no bus on Sundays.
- role: Mayor Hedda Lorch, 67, has run the shop for 31 years and wants to retire.
- number: A petition for the shop was signed by 8,200 residents within six days.
# orchard
Frost destroyed about 11 percent of the cherry crop in the region of Salvia last week, the growers' association said. Temperatures fell to minus four degrees on two nights, just as the trees were in flower. Farmer Jonas Abele, who grows cherries and plums on 38 hectares, lit 600 candles between the rows and saved most of his fruit. His neighbour Petra Zoll had no candles left and lost half of her plums. The association's president, Emil Harrant, asked the state for help and hopes that a decision will be made in June. Agriculture minister Sonja Wirth promised to look at the figures but refused to name a sum. In 2019 growers waited eight months for compensation. Experts at the institute in Belm did not measure whether bees had been harmed. Prices for consumers are not expected to rise.
+ Roughly a tenth of Salvia's cherries fell victim to cold weather.
+ One grower kept the worst away by burning hundreds of candles among his trees.
+ Shoppers will probably not have to pay more.
+ The politician in charge of farming would not say how much money there might be.
+ It took two thirds of a year until growers were paid on an earlier occasion.
- done: The state has made a decision in June to help the growers.
- denial: Experts at the institute in Belm found that bees had been harmed.
- swap: Farmer Petra Zoll lit 600 candles between the rows and her neighbour Jonas Abele lost half of his plums.
- number: Jonas Abele, who grows cherries and plums on 380 hectares, saved most of his fruit.
- role: Agriculture minister Emil Harrant asked the state for help.
- quantifier: Frost destroyed all of the cherry crop in the region of Salvia last week.
# theatre
Prosecutors in Lindau have dropped the case against Marek Tolle, the former treasurer of the city theatre, who had been accused of taking 145,000 euros from its accounts. The money had been booked twice by mistake, they said on Thursday, and none was missing. Mr Tolle, 54, was suspended for eleven months and then replaced by Greta Simm. His lawyer, Ada Roth, said that he would ask for an apology and might seek damages. Theatre director Paul Ennis said that he respected the outcome but did not want to comment further. An auditor, Finn Calder, had warned as early as 2021 that the bookkeeping was confusing. The theatre plans to introduce new software in autumn, at a cost of 60,000 euros. Tickets for the coming season are selling slightly better than a year ago.
+ Nobody will be tried over sums that had seemed to vanish from a playhouse.
+ A clerical error lay behind the suspicions.
+ Tolle was barred from his post for almost a year.
+ A specialist had pointed out muddled accounts some time before the affair.
+ The man cleared of wrongdoing may go to court for compensation.
- done: Marek Tolle, the former treasurer of the city theatre, was convicted of taking 145,000 euros from its accounts.
- stage: Prosecutors in Lindau have charged Marek Tolle, the former treasurer of the city theatre.
- role: Theatre director Finn Calder had warned as early as 2021 that the bookkeeping was confusing.
- number: The theatre plans to introduce new software in autumn, at a cost of 600,000 euros.
- done: Mr Tolle has received an apology and damages from the theatre, said his lawyer Ada Roth.
- opposite: Tickets for the coming season are selling slightly worse than a year ago.
# bridge-two
The Corran bridge will stay closed to lorries for at least seven weeks, the roads agency announced, after divers found cracks in one of its five piers. Cars may cross at 30 kilometres an hour. The agency's chief engineer, Dunja Pfeil, said the cracks were probably caused by ice and that the bridge was not in danger of collapse. Haulage firms oppose the closure: their association's spokesman, Lars Ottesen, said the detour of 46 kilometres would cost members 90,000 euros a week. The town of Corran, on the northern bank, proposed a night ferry, while Selby, on the southern bank, is against one. Repairs could begin in May if the water level falls. About 900 lorries use the bridge on a working day, and 12,000 cars. It was built in 1968 and was last strengthened in 2004.
+ Heavy vehicles cannot use a river crossing for nearly two months.
+ Frozen water is thought to be responsible for the harm to a support.
+ Drivers of trucks face a long way round, and their employers complain of the expense.
+ The communities on both sides disagree about a boat at night.
+ The structure is more than half a century old.
- unit: The Corran bridge will stay closed to lorries for at least seven months, the roads agency announced.
- noun: About 900 cars use the bridge on a working day.
- swap: The town of Selby proposed a night ferry, while Corran is against one.
- stance: Haulage firms support the closure, said their association's spokesman, Lars Ottesen.
- done: Repairs to the bridge have begun in May after the water level fell.
- certainty: Chief engineer Dunja Pfeil said the bridge was in danger of collapse.
# whale-two
A young humpback whale that swam 70 kilometres up the river Tamm has found its way back to the sea, conservationists said on Saturday. The animal, about eight metres long, had been in fresh water for 16 days. Volunteers in eleven boats had tried to guide it by banging on metal pipes, without success; in the end it turned round by itself at high tide. Marine biologist Noor Haddad of the Tidewatch institute said it seemed thinner but not injured. She does not know why it entered the river. The port authority, which had stopped dredging, will resume work on Tuesday. Some shipping firms want to be paid for delays; the authority's head, Clemens Roy, rejected their demands. It was the second whale in the Tamm in a century, after one that died there in 1931.
+ After more than two weeks a lost giant of the ocean swam out of a river unaided.
+ Attempts to drive it with noise had failed.
+ The creature looks to have lost weight.
+ What brought it inland remains a mystery.
+ Companies whose ships had to wait will get no compensation from the man in charge of the harbour.
- done: The port authority has resumed dredging work in the river Tamm.
- success: Volunteers in eleven boats guided the whale back to the sea by banging on metal pipes.
- exaggeration: It was the first whale in the Tamm in a century.
- stance: The authority's head, Clemens Roy, accepted the demands of shipping firms that want to be paid for delays.
- unit: The animal, about eight metres long, had been in fresh water for 16 weeks.
- role: Marine biologist Clemens Roy of the Tidewatch institute said it seemed thinner but not injured.
# chess
Fourteen-year-old Priya Nand became the youngest national chess champion of Averland on Sunday when she drew her last game against Olaf Brecht, 48, who had won the title six times. Nand finished on 8.5 points from 11 games, half a point ahead of Brecht and of Ismael Duro. She did not lose a game. Brecht, who had the white pieces, offered a draw after 23 moves, and she accepted at once. "I was shaking," said Nand, whose mother taught her the game when she was five. Her coach, Tomas Reiner, believes that she can become a grandmaster within two years. The federation will send her to the world youth championship in Lima in October, provided that it finds a sponsor. The women's title went to Carla Voss. Around 300 spectators followed the final round.
+ A teenage girl has taken Averland's crown without a single defeat.
+ A shared point in the deciding match was enough for her.
+ She has been playing for about nine years.
+ Her trainer thinks that the highest title is in reach soon.
+ Whether she goes to Peru depends on somebody paying for it.
- swap: Olaf Brecht, 48, accepted a draw that Priya Nand had offered after 23 moves.
- done: The federation has sent Nand to the world youth championship in Lima and found a sponsor.
- negation: Nand lost a game but finished half a point ahead of Brecht.
- role: Her father, Tomas Reiner, taught her the game when she was five.
- number: Nand finished on 8.5 points from 11 games, two points ahead of Brecht and of Ismael Duro.
- exaggeration: Priya Nand became the youngest chess champion in the world on Sunday.
# library-two
Denford council voted by 19 to 14 on Wednesday to cut the opening hours of its six libraries from 48 to 36 a week. The decision will save 210,000 pounds a year. Councillor Meera Joshi, who proposed the cut, said that no library would close and no one would be dismissed. Councillor Hal Brook, of the opposition, called it a sad day and voted against. Three members of the ruling party also opposed the plan. The users' group, led by retired teacher Winnifred Oakes, wants a court to examine the vote because readers were not asked beforehand. Visitor numbers have fallen by a third since 2015, while loans of electronic books have doubled. The new hours apply from the first of September. A proposal to charge for computers was withdrawn before the meeting.
+ Reading rooms in Denford are to be accessible a quarter less than at present.
+ No staff will lose their posts because of the economies.
+ Even within the governing camp there were some who said no.
+ A former schoolteacher is trying to have judges look into what was decided.
+ Borrowing of e-books is now twice what it used to be, though fewer people come in.
- quantifier: Denford council voted unanimously on Wednesday to cut the opening hours of its six libraries.
- swap: Councillor Hal Brook, who proposed the cut, said that no library would close.
- denial: Readers were asked beforehand, said the users' group, led by retired teacher Winnifred Oakes.
- done: The council has introduced charges for computers in its six libraries.
- opposite: Visitor numbers have risen by a third since 2015, while loans of electronic books have doubled.
- number: The decision will save 2.1 million pounds a year.
# volcano
About 2,300 people on the island of Mareto were told to leave their homes on Friday as lava from the Cima volcano came within 600 metres of the village of Pedra. No one has been hurt. Geologist Lucia Ferrant of the national observatory said the flow had slowed to five metres an hour but could speed up again. The airport remains open, though two airlines, Solaris and Windjet, have cancelled flights. The army has set up 800 beds in a sports hall in the capital. Governor Rui Antas said that families would be able to return in three weeks at the earliest. Cima last erupted in 2007, when 15 houses were buried. Farmers fear for the coffee harvest, which was due to start in ten days. The government will discuss next Tuesday whether to declare an emergency.
+ Villagers had to get out because molten rock was approaching.
+ So far there are no casualties.
+ An expert warned that the stream, now creeping forward, might gain pace.
+ It will be the best part of a month before inhabitants can go home.
+ Soldiers prepared places to sleep for those who had to flee.
- done: The government has declared an emergency on the island of Mareto.
- noun: About 800 people on the island of Mareto were told to leave their homes on Friday.
- role: Governor Lucia Ferrant said the flow had slowed to five metres an hour.
- opposite: The airport remains closed, and two airlines, Solaris and Windjet, have cancelled flights.
- unit: The lava came within 600 kilometres of the village of Pedra.
- added: The army of Portugal has set up 800 beds in a sports hall in the capital.
`;
