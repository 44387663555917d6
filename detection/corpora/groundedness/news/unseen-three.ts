/**
 * Invented news articles, written after nearly all choices of this model were made, so that few could be fitted to them (read by
 * `articles.ts`).
 */
export const newsUnseenThree = `
# lighthousebooks
The bookshop, which opened on Saturday in the former keeper's house at Sorrel Head, can only be reached on foot or by bicycle, because the road to it was washed away in March. Even so more than 300 people came on the first day, some of them from as far as Cardiff, and 540 books were sold. Owner Tamsin Rudd, a former accountant, bought the house at auction for 92,000 pounds after it had stood empty for eleven years. Her savings paid for the roof, a loan from the county for the shelves. There is no heating and no telephone signal, and customers leave their money in a tin when she is out walking the dog. "My brother gave me until Christmas, and he is the optimist in the family," she said. The light itself has been automatic since 1982 and is still looked after by Trinity House, whose engineers come twice a year. Its head keeper until then, Emrys Pugh, now 91, cut the ribbon. He said that in his day the post was brought by donkey. Not everybody is pleased: the bird society fears that visitors could disturb the choughs that nest on the cliffs, and has asked for the path to be closed in April and May. The council will decide on this next month. Ms Rudd says that she would have no objection as long as the path stays open at weekends. She wants to hold readings in the summer; the crime writer Gwyneth Ash has already agreed to come. The next bookshop is 26 miles away. Last year 51 independent bookshops opened in Britain, while 45 closed.
+ copy: The bookshop opened on Saturday in the former keeper's house at Sorrel Head and can only be reached on foot or by bicycle.
+ copy: Owner Tamsin Rudd, a former accountant, bought the house at auction for 92,000 pounds.
+ copy: Its head keeper, Emrys Pugh, now 91, cut the ribbon. He said that in his day the post was brought by donkey.
+ copy: The bird society has asked for the path to be closed in April and May.
+ free: Hundreds of people have visited a new bookshop in a lighthouse keeper's home.
+ free: A woman who used to work as an accountant is now selling books in a remote spot on the coast.
+ free: Bird lovers worry about the effect of a clifftop bookshop on rare birds.
- copy-coreference: Emrys Pugh, a former accountant, bought the house at auction for 92,000 pounds.
- copy-number: More than 540 people came on the first day and 300 books were sold.
- copy-fusion: Gwyneth Ash, now 91, cut the ribbon.
- copy-hedge: The council has closed the path in April and May.
- copy-fusion: The bird society bought the house at auction after it had stood empty for eleven years.
- free-outcome: A bookshop in a former lighthouse has had to close because of nesting birds.
- free-extrinsic: A lighthouse in Northumberland has been put up for sale for half a million pounds.
- free-extrinsic: Britain's oldest bookshop has gone into administration with the loss of 40 jobs.
- free-relation: A retired lighthouse keeper has opened a bookshop in the house where he used to live.
# asylumhotel
Work on turning the Grand Pavilion hotel in Thornsea into lodgings for 180 asylum seekers must stop at once, a judge ruled on Friday. Mr Justice Alder granted an interim injunction to the borough council, which argues that the change of use needs planning permission. The case will be heard in full on 9 December. The Home Office had intended to move the first 40 people in on Monday. Its barrister, Naomi Frost, told the High Court that 800 people were arriving each week and that there was nowhere else for them to go. The judge replied that this was a problem of the government's own making. Council leader Derek Sim, who called the ruling a victory for common sense, said that the hotel was the biggest in a town that lived from its visitors; 31 people had worked there until it was closed to the public in September. He stressed that Thornsea had taken in 64 refugees from Ukraine and would help again. About 200 opponents of the plan and 150 supporters of the asylum seekers had faced each other outside the building last weekend, when a police officer was hit by a bottle and two men were arrested. The charity Open Harbour said that it was disappointed. "The people we were expecting have names, and beds had been made for them," said its coordinator, Father Luke Brennan. The hotel's owner, Pavilion Leisure, has a contract for two years and is said to receive 1.4 million pounds a year. It did not wish to comment. Similar applications by four other councils have failed since the spring; one succeeded. The Home Office said it was considering an appeal. The number of asylum seekers in hotels has fallen by a tenth in a year to 32,000.
+ copy: Work on turning the Grand Pavilion hotel in Thornsea into lodgings for 180 asylum seekers must stop, a judge ruled on Friday.
+ copy: Mr Justice Alder granted an interim injunction to the borough council. The case will be heard in full on 9 December.
+ copy: Council leader Derek Sim called the ruling a victory for common sense.
+ copy: The Home Office said it was considering an appeal.
+ free: A council has won a court order that halts plans to house migrants in a seaside hotel.
+ free: The government may challenge the decision of the High Court about the hotel.
+ free: A charity has regretted a ruling that prevents asylum seekers from moving into a hotel.
- copy-coreference: Naomi Frost, who called the ruling a victory for common sense, said that the hotel was the biggest in a town.
- copy-role: Mr Justice Alder granted an interim injunction to the Home Office, which argues that the borough council needs planning permission.
- copy-number: The Home Office had intended to move the first 180 people in on Monday.
- copy-hedge: The Home Office has appealed against the ruling.
- copy-fusion: Father Luke Brennan was hit by a bottle and two men were arrested.
- free-outcome: Asylum seekers have moved into a seaside hotel despite the protests of residents.
- free-extrinsic: A man has been jailed for setting fire to a hotel housing asylum seekers in Rotherham.
- free-relation: The Home Office has won a court case against a council over the use of a hotel for refugees.
- free-outcome: Plans to house asylum seekers in a hotel have been dropped by the Home Office.
# penguinheist
The three Humboldt penguins were taken from Seaview Aquarium in Port Dunmore between closing time on Sunday and seven on Monday morning. Whoever did it cut a fence and waded through the pool; a rubber boot was found in the nest box. Curator Sian Holt said that the birds, a pair named Salt and Vinegar and a six-month-old chick, need fresh fish and would die within days if they were fed bread. "They bite as well, and I hope they are doing it now," she added. Police have looked at pictures from a petrol station which show a white van shortly after two. They believe that the theft was ordered by a collector. A pair of the birds, which come from Chile and Peru, may cost as much as 16,000 pounds. Only four other thefts of penguins are known in Britain; in 2012 a student took one home from a zoo in Bristol after a party and brought it back the next day. Det Sgt Colm Reilly asked fishmongers to report customers who buy unusual quantities of herring. The aquarium, which had 212,000 visitors last year, has hired guards for the night and remains open. Its insurance covers the animals but not, as Ms Holt put it, the tears of the school classes that had chosen the chick's name by vote and never got to announce it. The remaining 17 penguins were restless, and two females have stopped sitting on their eggs, which are now in an incubator. A local brewery has promised 5,000 pounds for information that leads to their return. Several hundred people have called, among them a man from Leeds who had mistaken a magpie for one of the missing birds.
+ copy: The three Humboldt penguins were taken from Seaview Aquarium in Port Dunmore between closing time on Sunday and seven on Monday morning.
+ copy: Curator Sian Holt said that the birds need fresh fish and would die within days if they were fed bread.
+ copy: Police believe that the theft was ordered by a collector.
+ copy: Two females have stopped sitting on their eggs, which are now in an incubator.
+ free: Three penguins have been stolen from an aquarium during the night.
+ free: Detectives want fish sellers to tell them about anyone buying a lot of herring.
+ free: A beer maker is offering a reward for the return of stolen penguins.
- copy-fusion: Salt and Vinegar were taken home by a student after a party and brought back the next day.
- copy-number: The remaining 212 penguins were restless.
- copy-coreference: Det Sgt Colm Reilly, who had mistaken a magpie for one of the missing birds, asked fishmongers to report customers.
- copy-hedge: The aquarium has hired guards for the night and does not remain open.
- copy-fusion: The three penguins were cut and found in the nest box on Monday morning.
- free-outcome: Three penguins that were stolen from an aquarium have been found safe and well.
- free-extrinsic: A zoo keeper has been dismissed after two flamingos were killed by a fox in Dudley.
- free-outcome: A man has been charged with the theft of three penguins from an aquarium.
- free-relation: A student has admitted taking three penguins from an aquarium after a party.
# heatpumpfactory
Heating manufacturer Brandner is to build heat pumps in the Slovak town of Levan instead of in Kassel, where 320 jobs will go by the end of next year. The decision was announced to employees on Tuesday by chief executive Ulrike Sandmann, who was booed for several minutes. She said that demand in Germany had fallen by 46 percent after subsidies were cut, and that a pump could be made in Slovakia for 900 euros less. Only in 2022 had Brandner opened a new hall in Kassel that cost 85 million euros, a fifth of it public money. The state of Hesse is examining whether it can ask for its share back. Economy minister Jonas Reuter spoke of a slap in the face. Works council chairman Metin Aksoy announced protests and accused management of having slept through the market: competitors from Korea sold their devices for half the price. He wants to present a plan of his own by the middle of May, with shorter hours for everyone in place of dismissals. Ms Sandmann promised to read it but did not hold out much hope. Research and the repair service, with together 410 employees, will stay in Kassel. In Levan, where the firm has made boilers since 2004, 250 people are to be taken on. Mayor Zuzana Hlavata is pleased, though she does not know where they will live. The family firm, founded in 1921, lost 38 million euros last year on sales of 640 million. Banks have extended a loan until 2027. The union IG Metall recalled that the owners, eleven cousins, had paid themselves 22 million two years ago. Gas boilers, which were to have been phased out, are selling better again; they make up two thirds of Brandner's revenue. Those will be made in Kassel as well.
+ copy: Heating manufacturer Brandner is to build heat pumps in the Slovak town of Levan instead of in Kassel.
+ copy: Ulrike Sandmann said that demand in Germany had fallen by 46 percent after subsidies were cut.
+ copy: Works council chairman Metin Aksoy announced protests. He wants to present a plan of his own by the middle of May.
+ copy: The family firm, founded in 1921, lost 38 million euros last year.
+ free: A German maker of heating systems is moving production abroad at the cost of more than 300 jobs.
+ free: The state government may demand the return of money that it gave for the plant.
+ free: Workers jeered the head of the company when she told them about the cuts.
- copy-role: Brandner is to build heat pumps in Kassel instead of in the Slovak town of Levan.
- copy-coreference: Zuzana Hlavata said that a pump could be made in Slovakia for 900 euros less.
- copy-number: In Levan, where the firm has made boilers since 2004, 320 people are to be taken on.
- copy-hedge: The state of Hesse has been given its share back.
- copy-fusion: Competitors from Korea have extended a loan until 2027.
- free-outcome: Heating firm Brandner has given up its plan to move production to Slovakia after protests.
- free-extrinsic: Volkswagen is to close three factories in Germany and cut tens of thousands of jobs.
- free-relation: Gas boilers by Brandner are to be made in Slovakia from next year.
- free-outcome: A German heating manufacturer has been declared insolvent.
# hurdlesrecord
Miriam Osterhaus ran the 400 metres hurdles in 51.88 seconds in Lausanne on Thursday evening, taking three hundredths of a second off the European best that the Russian Yelena Vorkova had held since 1989. The 26-year-old from Groningen hit the seventh hurdle with her foot but did not lose her rhythm. She finished almost a second ahead of the Olympic champion, Janelle Carter of the United States, who has an inflamed tendon. Third place went to Jamaica's Sherice Bolt in 53.10. "I looked at the clock and thought it was the time of somebody else," said Osterhaus, who only took up hurdling four years ago after a career as a rower. The world record of 50.37 is still some way off, as she admitted. She will receive 50,000 dollars. Her coach, Wim de Groot, had advised her against running because of the rain that fell until an hour before the race. He promised to keep his mouth shut in future. Osterhaus will skip the meetings in Brussels and Zagreb in order to prepare for the world championships in Nairobi, which begin on 12 September. She has not decided whether she will also run in the relay. In the men's 800 metres, the Kenyan Peter Lokwang won in 1:41.70 after his countryman Elijah Too had fallen on the last bend. Too was carried off on a stretcher, but a doctor said later that he had only a sprained ankle. The pole vault was broken off at 5.90 metres because of gusts, with the victory shared by Sweden's Lars Holmgren and the American Tyler Watt. It was the first time in nine years that all 24,000 tickets had been sold.
+ copy: Miriam Osterhaus ran the 400 metres hurdles in 51.88 seconds in Lausanne on Thursday evening.
+ copy: She finished almost a second ahead of the Olympic champion, Janelle Carter of the United States.
+ copy: Osterhaus will skip the meetings in Brussels and Zagreb in order to prepare for the world championships in Nairobi.
+ copy: Peter Lokwang won in 1:41.70 after his countryman Elijah Too had fallen on the last bend.
+ free: A Dutch athlete has broken a European record that had stood for more than three decades.
+ free: The runner's trainer had wanted her not to take part because of bad weather.
+ free: Wind put an early end to the pole vault, which two men won together.
- copy-role: Janelle Carter finished almost a second ahead of Miriam Osterhaus.
- copy-coreference: Wim de Groot only took up hurdling four years ago after a career as a rower.
- copy-number: She ran the 400 metres hurdles in 50.37 seconds in Lausanne on Thursday evening.
- copy-hedge: Osterhaus has decided that she will also run in the relay.
- copy-fusion: Elijah Too won the 800 metres and was carried off on a stretcher.
- free-outcome: Miriam Osterhaus has set a world record in the 400 metres hurdles.
- free-extrinsic: Kenya's Peter Lokwang has been banned for four years for doping.
- free-outcome: A European record holder has won gold at the world championships in Nairobi.
- free-relation: American hurdler Janelle Carter has broken a European record that was set in 1989.
# salmonlouse
Norway is to halve the number of salmon that may be farmed in the fjords around Hardal for two years because wild fish are dying of sea lice. Fisheries minister Kari Nesse announced on Wednesday that the area would be marked red for the second time in a row under a system of traffic lights that was introduced in 2017. Researchers estimate that 38 percent of the young wild salmon that swam out to sea there last spring did not survive; above 30 percent the light must turn red. Five companies are affected, above all Fjordlaks, which has 22 of the 41 farms. Its share price fell by 7 percent. Chief executive Trond Aamodt questioned the figures. The calculation rests on a model, he said, and nobody had counted dead fish. He is considering going to court. Ragnhild Moe, who has rented out a stretch of the river Hard to anglers for thirty years, thinks that the measure comes too late: in her father's time 900 salmon a year were caught, last summer there were 43. The river has been closed to fishing since July. Lice, which are a few millimetres long, feed on the skin of the fish. They multiply where hundreds of thousands are kept together, and have become resistant to most drugs. Fjordlaks has tried lasers, warm water and fish that eat lice. A closed tank, which lets no lice through, costs about 12 million euros. The government will pay a quarter of that if companies order one before the summer of 2026. The environmental group Ren Fjord demands that only such tanks be allowed from 2030. Salmon is Norway's most important export after oil and gas and brought in 11 billion euros last year. Nearby Sunnvik went from yellow to green.
+ copy: Norway is to halve the number of salmon that may be farmed in the fjords around Hardal because wild fish are dying of sea lice.
+ copy: Five companies are affected, above all Fjordlaks. Its share price fell by 7 percent.
+ copy: Researchers estimate that 38 percent of the young wild salmon that swam out to sea there last spring did not survive.
+ copy: The environmental group Ren Fjord demands that only such tanks be allowed from 2030.
+ free: Fish farms in part of Norway must reduce their stocks to protect wild salmon from parasites.
+ free: The head of the biggest firm in the area doubts the numbers and might take legal action.
+ free: A river owner says that far fewer fish are caught there than in the past.
- copy-number: Researchers estimate that 30 percent of the young wild salmon did not survive, above 38 percent the light must turn red.
- copy-coreference: Kari Nesse questioned the figures and is considering going to court.
- copy-fusion: Ragnhild Moe, who has 22 of the 41 farms, thinks that the measure comes too late.
- copy-hedge: Trond Aamodt has gone to court.
- copy-role: The environmental group Ren Fjord will pay a quarter of that if the government orders one before the summer of 2026.
- free-outcome: Norway has banned salmon farming in open cages from 2030.
- free-extrinsic: Half a million salmon have escaped from a farm in Scotland after a storm.
- free-relation: The area around Sunnvik has been marked red because of sea lice.
- free-outcome: A court has overturned a decision to halve salmon farming in a Norwegian fjord.
# organist
The organist of St Bavo's in Merwick has apologised for playing the theme of a well-known film about gangsters as the new bishop entered the cathedral on Sunday. Julian Crane, 38, said that he had been asked for something solemn with a lot of pedal and had wanted to lighten the mood. A recording of the procession has been watched 2.3 million times. Bishop Agnes Whitlow, the first woman to hold the office, at first did not notice; she told the newspaper Merwick Echo that she had laughed until she cried when her nephew explained it to her. The dean, Canon Peter Sewell, was less amused. He has asked Mr Crane to submit his programmes three days before each service and to keep away from the organ over Easter, when the choirmaster, Lucy Tang, will take his place. More than 8,000 people have signed a petition against what its author, a baker from Stowe Street, calls a gagging order for pipes. Mr Crane has been at the cathedral for six years. He once worked a football song into the wedding march of a fan of Merwick United, at the request of the bride. He said he understood the dean and accepted the decision. The organ, built in 1877 and restored five years ago for 1.1 million pounds, has 4,102 pipes, two of which have been silent since a bat was found in them. Ticket sales for Mr Crane's concert on 2 May, at which he wants to play nothing but Bach, have tripled since Sunday. The proceeds go to the roof fund, which still lacks 240,000 pounds. A spokesman for the diocese declined to say whether the bishop would attend. She has, it is said, asked for a seat near the front.
+ copy: The organist of St Bavo's in Merwick has apologised for playing the theme of a well-known film about gangsters as the new bishop entered the cathedral.
+ copy: Canon Peter Sewell has asked Mr Crane to submit his programmes three days before each service.
+ copy: More than 8,000 people have signed a petition.
+ copy: Mr Crane said he understood the dean and accepted the decision. He has been at the cathedral for six years.
+ free: A cathedral musician has said sorry for greeting a bishop with music from a mafia film.
+ free: The female bishop found it funny once a relative had told her what the tune was.
+ free: Far more people want to hear the organist's next concert than before the incident.
- copy-coreference: Lucy Tang has apologised for playing the theme of a well-known film about gangsters.
- copy-number: A recording of the procession has been watched 8,000 times.
- copy-fusion: Bishop Agnes Whitlow has asked Mr Crane to keep away from the organ over Easter.
- copy-hedge: A spokesman for the diocese said that the bishop would attend.
- copy-fusion: Peter Sewell laughed until he cried when his nephew explained it to him.
- free-outcome: An organist has been dismissed for playing film music in a cathedral.
- free-extrinsic: The Archbishop of Canterbury has resigned over his handling of an abuse scandal.
- free-relation: A bishop has banned an organist from playing at Easter.
- free-extrinsic: A church organ worth more than a million pounds has been destroyed in a fire in Coventry.
# iceroad
Lorries may no longer use the winter road across Lake Tessik in northern Canada after a tanker with 38,000 litres of diesel broke through the ice on Tuesday. The driver, Gus Laframboise, 52, jumped out in time and walked four kilometres to the shore in minus 27 degrees; he has frostbite in two toes. The ice was 94 centimetres thick where it was measured last, the territory's transport department said, although such a vehicle needs 107. An inspector who should have closed the lane on Monday had been sent home because of a shortage of staff. Minister Alice Tootoosis took responsibility but ruled out resigning. The tanker lies at a depth of 19 metres. So far no oil has leaked out, according to divers, who are to pump it off before the thaw; that will cost an estimated 2 million dollars. The road, which is 168 kilometres long, is the only way to supply the settlements of Kivak and Anders Bay, with together 2,700 inhabitants, by land. It usually opens in the middle of December and lasts until the end of March. This winter it could not be used before 19 January. In Kivak the store has begun to ration flour. Chief Norman Beaulieu asked for the army to fly in fuel, since the tanks of the power station will only last until 20 April. The army has agreed to four flights. For years the settlements have demanded an all-season road, which would cost 600 million dollars. Ottawa paid for a study in 2019 that recommended building it, but no money has been set aside. Lake ice in the region is now thick enough for lorries on 31 days fewer than in the nineties, says geographer Ruth Amundsen of the University of Alder Bay. Laframboise wants to drive again next winter.
+ copy: Lorries may no longer use the winter road across Lake Tessik after a tanker with 38,000 litres of diesel broke through the ice on Tuesday.
+ copy: Gus Laframboise, 52, jumped out in time and walked four kilometres to the shore.
+ copy: So far no oil has leaked out, according to divers.
+ copy: Chief Norman Beaulieu asked for the army to fly in fuel. The army has agreed to four flights.
+ free: A fuel tanker has sunk in a frozen lake in Canada, cutting off two communities by road.
+ free: The lorry driver escaped with only minor injuries from the cold.
+ free: Climate change has shortened the season in which the ice can carry heavy vehicles by about a month.
- copy-number: The ice was 107 centimetres thick where it was measured last.
- copy-coreference: Norman Beaulieu took responsibility but ruled out resigning.
- copy-hedge: Much oil has leaked out, according to divers.
- copy-fusion: Ruth Amundsen, 52, jumped out in time and walked four kilometres to the shore.
- copy-hedge: Money has been set aside for an all-season road.
- free-outcome: A Canadian minister has resigned after a tanker broke through the ice of a lake.
- free-extrinsic: Three snowmobilers have drowned after falling through thin ice in Ontario.
- free-outcome: A lorry driver has died after his tanker broke through the ice of a frozen lake.
- free-relation: Canada is to build a 600 million dollar road to two remote settlements.
`;
