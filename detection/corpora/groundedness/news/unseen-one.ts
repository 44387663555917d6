/**
 * Invented news articles that are never trained on: obituaries, agency reports, explanations, on other subjects than the trained
 * ones (read by `articles.ts`).
 */
export const newsUnseenOne = `
# obituarychef
Rosalind Ferreira, who taught a generation of television viewers how to cook fish, has died at her home in Setúbal, Portugal, at the age of 88. Her daughter Inês said that she had died in her sleep on Sunday after a short illness. Born in Lisbon, the fourth child of a tram conductor, she came to London in 1957 as a chambermaid with eleven words of English. She worked in the kitchens of the Savard hotel, where women were not allowed to touch the sauces, and opened her first restaurant, the Blue Sardine, in Camden in 1966 with a loan of 400 pounds from her landlady. It won a Michelin star eight years later, the first for a woman in Britain, and lost it in 1983, to her lasting annoyance. "They wanted foam and I gave them fish," she once remarked. The programme "Ferreira's Catch", of which 74 episodes were made between 1978 and 1986, was watched by up to nine million people. Its producer, Humphrey Dale, had discovered her when he complained about a bone in his turbot and she told him to chew more slowly. She wrote six books, of which "Salt and Lemon" has sold more than a million copies. In 1990 she sold the restaurant to her head waiter and moved back to Portugal, where she campaigned against trawlers that destroy the sea bed. A proposal to make her a dame came to nothing because she had refused to give up her Portuguese passport. The chef Owen Latimer, who started in her kitchen at fifteen, said that she had thrown a pan at him on his first day and paid for his wedding ten years later. Her marriage to the painter Alan Keogh ended in divorce. She is survived by two daughters and five grandchildren. Her son, Miguel, drowned in 1995.
+ copy: Rosalind Ferreira, who taught a generation of television viewers how to cook fish, has died at her home in Setúbal at the age of 88.
+ copy: She came to London in 1957 as a chambermaid and opened her first restaurant, the Blue Sardine, in Camden in 1966.
+ copy: The programme was watched by up to nine million people. She wrote six books, of which "Salt and Lemon" has sold more than a million copies.
+ copy: In 1990 she sold the restaurant to her head waiter and moved back to Portugal.
+ free: The Portuguese-born cook and broadcaster Rosalind Ferreira is dead.
+ free: She was the first female chef in Britain whose restaurant was given a Michelin star.
- copy-fusion: Her daughter Inês drowned in 1995.
- copy-coreference: Humphrey Dale wrote six books, of which "Salt and Lemon" has sold more than a million copies.
- copy-fusion: Owen Latimer opened his first restaurant, the Blue Sardine, in Camden in 1966 with a loan of 400 pounds.
- copy-number: The programme, of which 88 episodes were made between 1978 and 1986, was watched by up to six million people.
- copy-hedge: She was made a dame after she had given up her Portuguese passport.
- copy-role: Owen Latimer said that he had thrown a pan at her on his first day.
- free-extrinsic: The television chef Delia Marsden has died in a London hospital at the age of 79 after suffering from cancer.
- free-relation: The painter Alan Keogh, husband of the cook Rosalind Ferreira, has died at the age of 88.
# chessscandal
The world chess federation has cleared the Norwegian prodigy Aksel Tveit of cheating but fined him 5,000 euros for leaving the playing hall without permission. The 16-year-old beat three grandmasters in a row at the Zagreb Masters in February, among them the former world champion Viktor Malenko, who refused to shake his hand afterwards and withdrew from the tournament. An inquiry led by the Indian arbiter Sudha Menon examined 112 of Tveit's games, his telephone and a pair of shoes. It compared his moves with those of four computer programs and found no more agreement than would be expected of a player of his strength. Statistician Prof Leo Hartung of Ghent, who advised the panel, put the probability of outside help at less than one in fifty. Tveit had gone to the car park during the game with Malenko in order, as he said, to eat a banana. "I broke the rule and I will pay, but I would like my two months back," he told the broadcaster NRT. He had not been invited to any tournament since March. Malenko, 48, said through his agent that he respected the decision and would not comment further. He never accused Tveit by name; his post on social media merely said that he knew when he was playing a human being. The federation's president, Gabriela Reyes, announced that from next year players would be scanned before each round and that games would be shown on the internet with a delay of 15 minutes. Organisers of smaller events complained that scanners cost about 3,000 euros each. Tveit will play again in Bilbao in June. He is ranked 38th in the world, one place behind his coach, Henrik Solli. The prize money from Zagreb, 22,000 euros, which had been held back, will be paid to him in full.
+ copy: The world chess federation has cleared the Norwegian prodigy Aksel Tveit of cheating but fined him 5,000 euros.
+ copy: Viktor Malenko refused to shake his hand afterwards and withdrew from the tournament.
+ copy: An inquiry led by Sudha Menon examined 112 of Tveit's games. It found no more agreement than would be expected of a player of his strength.
+ copy: Gabriela Reyes announced that from next year players would be scanned before each round.
+ free: A teenage chess player has been found not to have cheated in a win over an ex-world champion.
+ free: Money that the young Norwegian won in Zagreb is to be handed over to him after all.
- copy-role: Viktor Malenko beat Aksel Tveit, who refused to shake his hand afterwards and withdrew from the tournament.
- copy-coreference: Prof Leo Hartung, who is ranked 38th in the world, put the probability at less than one in fifty.
- copy-hedge: Malenko accused Tveit by name of cheating.
- copy-number: The prize money from Zagreb, 5,000 euros, will be paid to him in full.
- copy-fusion: Henrik Solli announced that games would be shown on the internet with a delay of 15 minutes.
- copy-hedge: The world chess federation found the Norwegian prodigy Aksel Tveit guilty of cheating and fined him 5,000 euros.
- free-outcome: Chess prodigy Aksel Tveit has been banned for two years for using a computer during games.
- free-extrinsic: Magnus Carlsson has withdrawn from a tournament in the United States after losing to a teenager.
# dambreak
At least 64 people were killed when a dam that holds back waste from a copper mine burst in the Zambian district of Lufwana before dawn on Friday, sending a wave of grey mud through two settlements. Rescuers said that the number was sure to rise because more than a hundred people were still unaccounted for. Most of the victims were asleep. The village of Chipepo, less than a kilometre below the dam, has all but disappeared; in Mutanda, farther down, the mud stopped at the wall of the school, in which 40 families have found shelter. President Joseph Mwale declared three days of mourning and flew over the area in a helicopter. He promised that those responsible would be punished "whatever passport they hold". The mine belongs to Lufwana Copper, in which the Canadian company Torrent Metals has a share of 70 percent and the Zambian state the rest. Torrent's chief executive, Doug Samuelson, said in Vancouver that he was devastated and that the firm did not yet know why the wall had given way. It was inspected in January and found to be safe, he said. But the environmental group Clean Kafue published a letter from a former engineer at the mine, Peter Nyirenda, who had warned in 2022 that water was seeping through the foot of the dam. He says that he was dismissed a month later. The mining ministry confirmed that it had received a copy of the letter. Five hundred soldiers have been sent to help, but heavy equipment cannot reach the site because a bridge was swept away. The health minister, Dr Ruth Phiri, told people not to drink from the river, which supplies the city of Kitwa with water. Copper makes up two thirds of Zambia's exports. Work at the mine, which employs 3,800 people, has been suspended. Shares in Torrent lost a third of their value.
+ copy: At least 64 people were killed when a dam that holds back waste from a copper mine burst in the Zambian district of Lufwana.
+ copy: The village of Chipepo, less than a kilometre below the dam, has all but disappeared.
+ copy: President Joseph Mwale declared three days of mourning. He promised that those responsible would be punished.
+ copy: Peter Nyirenda had warned in 2022 that water was seeping through the foot of the dam.
+ free: Dozens of people have lost their lives after a mine's dam collapsed in Zambia.
+ free: Torrent's stock has plunged because of the disaster.
- copy-fusion: President Joseph Mwale was dismissed a month later.
- copy-hedge: The dam was inspected in January and found to be unsafe.
- copy-number: At least 70 people were killed when a dam burst in the Zambian district of Lufwana.
- copy-fusion: The village of Mutanda, less than a kilometre below the dam, has all but disappeared.
- copy-role: The Zambian state has a share of 70 percent in Lufwana Copper and the Canadian company Torrent Metals the rest.
- copy-coreference: Doug Samuelson flew over the area in a helicopter.
- free-extrinsic: At least 200 miners are trapped underground after a collapse at a gold mine in South Africa.
- free-outcome: The chief executive of a Canadian mining company has been arrested over a dam disaster in Zambia.
# cartelruling
Three makers of lorry tyres must pay fines of 426 million euros for agreeing on prices over nine years, Europe's top court ruled on Wednesday, ending a case that began with a note found in a hotel in Düsseldorf. The Court of Justice in Luxembourg dismissed appeals by Contrell of Germany and Pneuvia of Italy against a decision that the European Commission took in 2017. It reduced the fine of the third company, Sweden's Norrgum, from 118 to 81 million euros because the commission had made a mistake in calculating how long it took part. A fourth manufacturer, Goodwin of the United States, was not fined since it had told the authorities about the cartel in 2012. Sales managers of the four met twice a year, mostly at trade fairs, and called each other by the names of composers. Contrell's was Brahms. According to the judgment they agreed in advance when price increases would be announced and by whom, and exchanged figures on customers. Hauliers estimate that they paid up to six percent too much. "Now the real bill is going to be written," said Annemarie Voss, a lawyer for 1,400 transport firms that are suing for damages of 900 million euros in Munich. That case had been put on hold until the ruling. Contrell said it regretted the decision, which could not be challenged any further, and had set aside enough money. Pneuvia pointed out that all the managers concerned had left long ago. Competition commissioner Teresa Lund welcomed the judgment as a signal that cartels do not pay. It is the sixth largest fine in the history of the commission; truck makers had to pay 2.9 billion in 2016. Norrgum's shares rose by 2 percent, those of the other two hardly moved. In Britain, which has left the union, hauliers have brought a claim of their own that will be heard in October.
+ copy: Three makers of lorry tyres must pay fines of 426 million euros for agreeing on prices over nine years, Europe's top court ruled on Wednesday.
+ copy: The Court of Justice dismissed appeals by Contrell of Germany and Pneuvia of Italy. It reduced the fine of the third company, Sweden's Norrgum.
+ copy: Goodwin of the United States was not fined since it had told the authorities about the cartel in 2012.
+ copy: Competition commissioner Teresa Lund welcomed the judgment.
+ free: A European court has upheld heavy fines for tyre manufacturers that fixed prices.
+ free: The ruling clears the way for haulage firms to pursue claims for damages.
- copy-fusion: Goodwin of the United States must pay fines of 118 million euros because it had made a mistake in calculating how long it took part.
- copy-role: The Court of Justice reduced the fines of Contrell and Pneuvia and dismissed an appeal by Sweden's Norrgum.
- copy-coreference: Annemarie Voss welcomed the judgment as a signal that cartels do not pay.
- copy-number: It reduced the fine of Sweden's Norrgum from 426 to 118 million euros.
- copy-hedge: Contrell said it would challenge the decision.
- copy-fusion: Truck makers told the authorities about the cartel in 2012 and had to pay 2.9 billion.
- free-outcome: Europe's highest court has overturned fines imposed on tyre makers for fixing prices.
- free-extrinsic: The European Commission has fined Google 4.3 billion euros for abusing its dominance of the market.
# marsrover
Contact with the rover Wanderer has been lost for six days after a dust storm covered its solar panels, the European Space Agency said on Monday. Engineers in Darmstadt last heard from it at 03:41 on 11 June, when the batteries had 14 percent of their charge left. The vehicle was built to switch itself off in such a case and to wake up when enough light reaches the panels again. "It is asleep, not dead, at least that is what we tell each other in the corridor," said flight director Carmen Ibarra. Storms of this kind can last for weeks. What worries the team more is the cold: if the electronics fall below minus 55 degrees, solder joints may crack. Small heaters, which run on a radioactive source and not on electricity, should prevent this. Wanderer landed in the crater of Lyot in February 2023 for a mission that was planned to last 18 months and has driven 21 kilometres since. Its most important discovery so far was of clay that contains organic molecules, in a dried-up river bed that scientists have called the Danube. It is not clear whether they have anything to do with life. A drill that can reach two metres below the ground has been stuck since Christmas. The American rover Resolute, which is on the other side of the planet and powered by plutonium, is not affected by the storm. Nasa has offered to have its orbiter listen for signals twice a day. Project scientist Dr Emil Okonjo said that even if the rover were never to wake again the mission had been a success. It has cost 1.3 billion euros. A second one, which is to bring rock samples back to Earth, was cancelled by the agency's member states last autumn after estimates of its price had doubled. In 2018 a similar storm put an end to the American rover Opportunity after almost fifteen years.
+ copy: Contact with the rover Wanderer has been lost for six days after a dust storm covered its solar panels, the European Space Agency said.
+ copy: Wanderer landed in the crater of Lyot in February 2023 and has driven 21 kilometres since.
+ copy: Its most important discovery so far was of clay that contains organic molecules. It is not clear whether they have anything to do with life.
+ copy: The American rover Resolute is not affected by the storm.
+ free: A European vehicle on Mars has fallen silent because of a storm.
+ free: Engineers hope the rover will start up again once there is enough sunlight.
- copy-fusion: The American rover Resolute, which is on the other side of the planet, has been stuck since Christmas.
- copy-number: Engineers last heard from it when the batteries had 55 percent of their charge left.
- copy-hedge: The organic molecules have something to do with life, scientists said.
- copy-coreference: Carmen Ibarra said that even if the rover were never to wake again the mission had been a success.
- copy-fusion: Wanderer, which is powered by plutonium, landed in the crater of Lyot in February 2023.
- copy-fusion: Nasa cancelled a second rover last autumn after estimates of its price had doubled.
- free-outcome: A European rover on Mars has sent its first signals after being silent for weeks.
- free-extrinsic: Nasa's InSight probe has recorded the strongest quake ever detected on another planet.
# explainerwater
Why do some towns add fluoride to their tap water while others do not? The question is back in the news because the city council of Bremmer voted on Tuesday evening, by nine to six, to stop the practice from 1 January. Bremmer has added fluoride since 1968, at a level of 0.7 milligrams per litre. Supporters such as the dentists' association argue that it is the cheapest way to prevent tooth decay, above all in poor families, and point to Calloway, which gave up fluoride in 2011 and saw cavities in seven-year-olds rise by a fifth; it brought it back in 2021. Opponents say that people should be able to decide for themselves what they swallow. They also cite a review by a federal agency last summer, which found with moderate confidence that more than 1.5 milligrams a litre, about double the usual dose, is linked to lower intelligence in children. The review came to no conclusion about the lower dose. In Bremmer, fluoridation costs 140,000 dollars a year, a little more than a dollar per inhabitant. Councilwoman Peggy Marsh, who proposed the ban, said the money could be spent on toothbrushes. The head of the local health department, Dr. Anil Chaudhry, called the decision a mistake that would be paid for by children who have no say. He suggested that parents ask their doctor about drops or tablets. Water from wells may contain fluoride naturally; in the county around Bremmer some have more than 2 milligrams. Toothpaste has about a thousand times as much as tap water but is meant to be spat out. In the country as a whole 63 percent of people drink fluoridated water. In Europe it is rare, although Ireland requires it by law and Switzerland and Germany put it into salt. A group of parents in Bremmer is collecting signatures to have the matter put to voters in the spring.
+ copy: The city council of Bremmer voted on Tuesday evening, by nine to six, to stop the practice from 1 January.
+ copy: Supporters such as the dentists' association argue that it is the cheapest way to prevent tooth decay.
+ copy: Dr. Anil Chaudhry called the decision a mistake. He suggested that parents ask their doctor about drops or tablets.
+ copy: In Europe it is rare, although Ireland requires it by law.
+ free: Bremmer is to end more than half a century of adding fluoride to its drinking water.
+ free: Some residents want a public vote on the council's decision about fluoride.
- copy-role: Bremmer gave up fluoride in 2011 and saw cavities in seven-year-olds rise by a fifth.
- copy-hedge: The review found that the lower dose is linked to lower intelligence in children.
- copy-coreference: Dr. Anil Chaudhry, who proposed the ban, said the money could be spent on toothbrushes.
- copy-number: The city council of Bremmer voted, by 63 to nine, to stop the practice.
- copy-fusion: Switzerland and Germany require fluoride in water by law and Ireland puts it into salt.
- copy-fusion: The dentists' association is collecting signatures to have the matter put to voters in the spring.
- free-extrinsic: Tap water in Flint has been declared safe to drink for the first time since 2014.
- free-outcome: Voters in Bremmer have decided to keep fluoride in their drinking water.
# hostagedeal
Mediators said on Tuesday that the government of Tamarind and the rebels of the Northern Front had agreed on an exchange of prisoners, the first since talks began in Geneva in the spring. Under the deal the rebels will release 27 soldiers and a Swedish aid worker, Linnea Falk, whom they captured in an ambush in November. In return 60 members of the Front will be freed from jails in the south. The exchange is to take place within ten days at the bridge of Sabra under the eyes of the Red Cross. Qatar's envoy, Khalid al-Mansour, who presided over the talks, called it a small door in a high wall. No agreement was reached on a ceasefire, which the rebels refuse as long as the army occupies the oil field of Deru. Foreign minister Esther Lokodo said that the army would stay where it was. The leader of the Front, Gabriel Okot, did not come to Geneva; he is wanted by the International Criminal Court on charges that include the recruitment of children. His brother James signed on his behalf. In Stockholm the parents of Ms Falk, who is 29 and a midwife, said that they would not celebrate until they had heard her voice. Prime minister Johan Lind thanked Qatar and denied that Sweden had paid a ransom. Amnesty groups criticised the fact that among the 60 to be released are four men who were convicted of the massacre of 32 villagers at Nimra in 2020. Survivors had not been consulted, they said. Tamarind's justice ministry replied that the four would have to leave the country. The war, which broke out after a disputed election in 2019, has cost at least 18,000 lives and driven two million people from their homes. A previous attempt at an exchange failed in August when a convoy was fired on. Each side blamed the other. Talks will go on next week.
+ copy: The government of Tamarind and the rebels of the Northern Front had agreed on an exchange of prisoners.
+ copy: The rebels will release 27 soldiers and a Swedish aid worker, Linnea Falk. In return 60 members of the Front will be freed from jails in the south.
+ copy: No agreement was reached on a ceasefire.
+ copy: Prime minister Johan Lind denied that Sweden had paid a ransom.
+ free: A kidnapped Swedish midwife is to be set free as part of a prisoner swap.
+ free: Human rights campaigners object to the release of men found guilty of a mass killing.
- copy-role: The government will release 27 soldiers and in return 60 members of the Front will be freed by the rebels.
- copy-hedge: An agreement was reached on a ceasefire at talks in Geneva.
- copy-coreference: James Okot is wanted by the International Criminal Court on charges that include the recruitment of children.
- copy-number: The war has cost at least two million lives.
- copy-fusion: Linnea Falk was convicted of the massacre of 32 villagers at Nimra in 2020.
- copy-hedge: Johan Lind confirmed that Sweden had paid a ransom for Linnea Falk.
- free-outcome: A Swedish aid worker held by rebels for months has arrived home in Stockholm.
- free-extrinsic: Boko Haram militants have kidnapped more than 100 girls from a school in Nigeria.
# horserace
Outsider Tin Whistle won the Grand Moorland Steeplechase at odds of 50-1 on Saturday, giving 24-year-old Hannah Doyle victory with her first ride in the race. The grey gelding, trained in County Kilkenny by Doyle's uncle Frank, took the lead at the second last fence and held off the favourite, Prince Regent, by a length and a half. Old Mortality was third, a further nine lengths back. Of the 34 starters 17 finished. Two horses had to be put down: Sailor's Warning broke a leg at the ninth fence and Lady Bracken collapsed after the finish. The animal welfare group Stop the Whip renewed its call for a ban on the race, in which 15 horses have died in ten years. Course manager Toby Wardle said that four fences had been lowered and the field cut from 40 after last year's race. "We will look at every second of film," he promised. Tin Whistle had not won since December 2022 and was nearly sold to a riding school after he injured a tendon. He is owned by eleven regulars of a pub in Thomastown, who paid 3,000 euros for him and receive a prize of 480,000. The pub has announced that drinks will be free until Tuesday. Doyle, who broke her collarbone three weeks ago and had to pass a medical test on Friday, said she had planned only to get round. "I looked left and right after the last and thought the others must have gone the wrong way," she told reporters. She is the second woman to win the race. Prince Regent's jockey, Declan Moss, said that the ground had been too soft for his horse and that he had no complaints. He was later suspended for six days for using his whip too often. Trainer Nigel Ashdown, who had won the last three runnings, saw all four of his horses fall or pull up. About 62,000 people attended on a wet afternoon.
+ copy: Outsider Tin Whistle won the Grand Moorland Steeplechase at odds of 50-1 on Saturday.
+ copy: Sailor's Warning broke a leg at the ninth fence and Lady Bracken collapsed after the finish.
+ copy: Doyle broke her collarbone three weeks ago. She is the second woman to win the race.
+ copy: Declan Moss was later suspended for six days for using his whip too often.
+ free: Hannah Doyle has ridden a long shot to victory in a major jump race.
+ free: Drinkers at an Irish pub are celebrating the success of the horse that they own together.
- copy-coreference: Hannah Doyle was later suspended for six days for using her whip too often.
- copy-role: The favourite, Prince Regent, held off Tin Whistle by a length and a half.
- copy-fusion: Lady Bracken broke a leg at the ninth fence and was nearly sold to a riding school.
- copy-number: Of the 40 starters 34 finished.
- copy-coreference: Nigel Ashdown, who paid 3,000 euros for him, receives a prize of 480,000.
- copy-fusion: Old Mortality, trained in County Kilkenny by Doyle's uncle Frank, was third.
- free-extrinsic: Champion jockey Ryan Moore has been injured in a fall at Ascot and will miss the Derby.
- free-outcome: The Grand Moorland Steeplechase has been abolished after the deaths of two horses.
# schoolphones
Pupils at state schools in Denmark's second largest city will have to hand in their telephones at the door from August, the council of Aarhus decided on Monday. It follows a trial at nine schools in which the share of children who said that they were bullied fell from 14 to 9 percent within a year. Marks did not change. The rule will apply to about 38,000 pupils in years one to nine, in breaks as well as lessons. Those who need a telephone because of an illness such as diabetes may keep it. Mayor Bodil Kragh said that it was about getting the noise back into the playground. Two parties on the right voted against, arguing that heads of schools should decide for themselves. One head, Lars Toft of Skovby school, where phones were banned three years ago, said the first fortnight had been like a flu. "Then they remembered that they had legs," he added. At Fjord school, by contrast, a trial was broken off because lockers for the telephones were broken into twice and 23 devices were stolen. The council will spend 6.2 million kroner on new lockers. The students' union collected 4,000 signatures against the ban. Its chairwoman, 15-year-old Freja Lund, complained that politicians who stare at their own screens in meetings were hardly good examples. The national parliament is discussing a law that would forbid phones in all schools and clubs; a majority seems likely, but no date has been set for a vote. Researcher Nanna Bisgaard of the university in Odense, who followed the trial, warned against expecting too much. Bullying goes on in the evening, she said, and the fall might have had other causes, since the schools introduced more adults in the playground at the same time. Norway recommended a similar ban in 2024, while Sweden's schools have been allowed to collect telephones since 2022.
+ copy: Pupils at state schools in Aarhus will have to hand in their telephones at the door from August, the council decided on Monday.
+ copy: The share of children who said that they were bullied fell from 14 to 9 percent within a year. Marks did not change.
+ copy: Those who need a telephone because of an illness such as diabetes may keep it.
+ copy: The council will spend 6.2 million kroner on new lockers.
+ free: A Danish city is to ban mobile phones from its schools.
+ free: A scientist thinks that the drop in bullying may not be due to the ban alone.
- copy-hedge: Marks rose after phones were banned at nine schools.
- copy-fusion: At Skovby school a trial was broken off because lockers were broken into twice and 23 devices were stolen.
- copy-coreference: Nanna Bisgaard complained that politicians who stare at their own screens were hardly good examples.
- copy-number: The share of children who said that they were bullied fell from 38 to 14 percent.
- copy-hedge: The national parliament has passed a law that forbids phones in all schools and clubs.
- copy-role: Sweden recommended a similar ban in 2024, while Norway's schools have been allowed to collect telephones since 2022.
- free-extrinsic: France has banned pupils under 15 from wearing smartwatches in the classroom.
- free-outcome: A city in Denmark has given up its ban on phones in schools after thousands of pupils protested.
`;
