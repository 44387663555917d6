/** Invented news articles of real length, with right and wrong summaries (read by `articles.ts`). */
export const newsTrainedOne = `
# harbourfire
Two firefighters were taken to hospital after a blaze tore through a timber yard beside the harbour at Kelsby in the early hours of Sunday. More than 60 firefighters from eleven stations were called to Dock Road shortly after 03:15 after a night watchman noticed smoke coming from a drying shed. At the height of the fire flames could be seen from Marlow Point, some nine miles away. Station manager Gareth Plume said one of his crew had suffered burns to his hands and another had been overcome by smoke. "Both are comfortable and we expect them home by tonight," he said. Residents of 38 houses in nearby Anchor Street were told to leave and spent the night in a school hall, where volunteers from the sailing club handed out blankets and tea. They were allowed back at about 10:00. The yard, which is owned by Pettigrew and Sons, has stood on the site since 1894 and employs 45 people. Managing director Fiona Pettigrew said that the sawmill itself had been saved but that stock worth about 700,000 pounds had gone. "We will be cutting wood again within a fortnight, I promise our customers that," she said. A spokesman for Northshire Police said officers were keeping an open mind about the cause but there was nothing yet to suggest that the fire had been started deliberately. Investigators will enter the shed once its roof has been made safe. It is the second fire on the waterfront this year; in February a disused fish market burned down, and a 17-year-old boy was later cautioned for arson. Councillor Dev Anand, who represents the harbour ward, said he had asked for better lighting and cameras after that incident but had been told there was no money. Dock Road was still closed on Sunday evening and drivers were advised to use the bypass.
+ copy: Two firefighters were taken to hospital after a blaze tore through a timber yard at Kelsby.
+ copy: Residents of 38 houses in nearby Anchor Street were told to leave and spent the night in a school hall. They were allowed back at about 10:00.
+ copy: Fiona Pettigrew said that the sawmill had been saved but stock worth about 700,000 pounds had gone.
+ free: A fire at a harbourside timber yard has left two firefighters injured and forced people from dozens of homes.
+ free: Police say there is no sign so far that a fire at a wood yard in Kelsby was arson.
- copy-fusion: Two firefighters were taken to hospital after a disused fish market burned down in the early hours of Sunday.
- copy-coreference: A 17-year-old boy was cautioned for arson after a blaze tore through a timber yard beside the harbour at Kelsby.
- copy-fusion: Fiona Pettigrew said one of her crew had suffered burns to his hands and another had been overcome by smoke.
- copy-hedge: Police said that the fire at the timber yard had been started deliberately.
- copy-number: Residents of 45 houses in nearby Anchor Street were told to leave.
- free-extrinsic: A man has been arrested on suspicion of arson after a fire destroyed a warehouse in Grimsby.
- free-outcome: A family firm founded in the 19th century is to close with the loss of 45 jobs after a fire.
# striker
Hallam Town have signed the striker Kofi Brandt from Denholm Athletic on a three-and-a-half-year contract for an undisclosed fee. The 24-year-old had been expected to join Parkside, who agreed terms with Denholm last week, but that move collapsed when he failed to agree personal terms. Brandt has scored 14 goals in 27 league games this season and is the second-highest scorer in the division behind Ricky Salter of Warne United. He will wear the number nine shirt and could make his debut at home to Coldwell on Saturday. "I spoke to the manager for two hours and came out wanting to play that evening," Brandt told the club's website. Hallam manager Steve Orrin has been short of forwards since Danny Quist broke his ankle in November. Orrin also confirmed that the midfielder Luca Pirelli would leave on loan for the rest of the season, with two clubs from the league below interested in him. "Luca is twenty and needs to play every week," he said. "He has a big future here." Hallam are eleventh in the table, seven points above the relegation places and nine behind the play-offs. Denholm, who sold their captain Aaron Weiss in the summer, said in a statement that they had not wanted to lose Brandt but that he had asked to leave and only six months remained on his contract. Their manager, Gill Maddox, must now find a replacement before the transfer window shuts at 23:00 on Friday. The former Denholm youth player came through the academy at the age of 16 after he was rejected by Parkside as a boy. Hallam have also made an offer for the goalkeeper Petr Novy, who is out of favour at Warne United, but it was turned down on Tuesday.
+ copy: Hallam Town have signed the striker Kofi Brandt from Denholm Athletic for an undisclosed fee. The 24-year-old had been expected to join Parkside.
+ copy: Brandt has scored 14 goals in 27 league games this season and could make his debut at home to Coldwell on Saturday.
+ copy: Hallam manager Steve Orrin has been short of forwards since Danny Quist broke his ankle in November.
+ free: Hallam Town have bought Denholm Athletic forward Kofi Brandt on a deal of more than three years.
+ free: Hallam midfielder Luca Pirelli is to be loaned out until the end of the season.
- copy-fusion: Hallam Town have signed the goalkeeper Petr Novy from Denholm Athletic on a three-and-a-half-year contract.
- copy-coreference: Ricky Salter of Warne United had been expected to join Parkside, who agreed terms with Denholm last week.
- copy-role: Denholm Athletic have signed the striker Kofi Brandt from Hallam Town for an undisclosed fee.
- copy-fusion: Steve Orrin has scored 14 goals in 27 league games this season.
- copy-number: Hallam are eleventh in the table, nine points above the relegation places.
- free-extrinsic: Hallam Town have signed Ghana international Kofi Brandt on loan until the end of the season.
- free-relation: Parkside have completed the signing of Denholm Athletic striker Kofi Brandt.
- free-extrinsic: Hallam Town have appointed former Denholm Athletic boss Gary Holt as their new manager.
# pensioncourt
A financial adviser who spent his elderly clients' savings on racehorses and holidays has been jailed for six years. Julian Thorpe-Mead, 51, took more than 1.3 million pounds from 23 people over a period of nine years, Wexford Crown Court heard. Most of his victims were widows in their seventies and eighties whom he had met through a church in the village of Little Fenn. He told them that he was investing their money in government bonds and sent them forged statements showing steady growth. In fact he bought shares in four racehorses, leased a sports car and paid for a wedding in Barbados. The fraud came to light when the daughter of Edith Conway, 84, tried to withdraw 20,000 pounds to pay for her mother's care and was told that the account did not exist. Thorpe-Mead, of Priory Lane, at first denied the charges but changed his plea to guilty on the second day of his trial. Sentencing him, Judge Miriam Osei said: "You sat in their kitchens, drank their tea and robbed them." She said that the fact that he had shown little remorse had added to the sentence. Defending, Colin Baird said that his client had begun with good intentions, had tried to make good early losses and had lost his marriage and his home. Mrs Conway did not live to see him sentenced; she died in March. Outside court her daughter, Anne Lyall, said that no sentence would have been long enough. A hearing to decide how much of the money can be recovered will be held in September. The Financial Services Ombudsman has so far compensated nine of the victims. Detective Constable Sunil Rao, who led the three-year investigation, praised the courage of those who gave evidence.
+ copy: Julian Thorpe-Mead, 51, took more than 1.3 million pounds from 23 people, Wexford Crown Court heard.
+ copy: He told them he was investing their money in government bonds and sent them forged statements. In fact he bought shares in four racehorses and leased a sports car.
+ copy: A financial adviser who spent his elderly clients' savings on racehorses and holidays has been jailed.
+ copy: Thorpe-Mead at first denied the charges but changed his plea to guilty on the second day of his trial.
+ free: A man who cheated pensioners out of more than a million pounds has been sent to prison for six years.
+ free: The crime was discovered after a woman tried to take out cash for her mother's care.
- copy-fusion: Edith Conway, 84, took more than 1.3 million pounds from 23 people over a period of nine years.
- copy-coreference: Colin Baird, who had lost his marriage and his home, has been jailed for six years.
- copy-fusion: Judge Miriam Osei said that no sentence would have been long enough.
- copy-number: The Financial Services Ombudsman has so far compensated 23 of the victims.
- copy-coreference: Thorpe-Mead, of Priory Lane, died in March before he was sentenced.
- copy-hedge: The fact that he had shown remorse had added to the sentence.
- free-extrinsic: A solicitor from Dublin who stole from her dead clients has been given a suspended sentence.
- free-extrinsic: A former bank manager has been jailed for stealing two million pounds to pay gambling debts.
- free-outcome: A financial adviser who defrauded widows has been ordered to pay back all of the money.
# bypass
Work on the long-delayed Arbury bypass will begin in April after the government agreed to pay most of the cost, the county council has announced. The 6.4 mile road will take lorries away from the market town, where 19,000 vehicles a day squeeze through a medieval gate. Transport minister Celia Rourke approved a grant of 88 million pounds on Monday. The council will borrow the remaining 21 million. A first plan was thrown out in 2009 when a rare colony of crested newts was found in a field near Hatch End, and a second was abandoned in 2015 because the money had run out. The new route passes to the south of Hatch End and includes two green bridges for wildlife. Council leader Roy Pickersgill called it the best news the town had had for a generation. "My father was on the committee that first asked for this road, in 1971," he said. But not everybody is pleased. The Arbury Green Alliance said that traffic would simply grow to fill the new road and that it was considering a legal challenge. Its chairwoman, Hilary Stroud, said that 140 mature oaks would be cut down. Farmer Tom Weaver, who will lose a fifth of his land, said that he had not been told how much he would be paid. Shopkeepers are divided. Nadia Karim, who runs a bookshop in Gate Street, said customers would come back once they could cross the road safely, while the owner of a petrol station, Alan Pugh, feared that he would have to close. The bypass should be finished in the autumn of 2028. Until then night-time restrictions on heavy lorries, brought in last year, will stay in force. The contract has been awarded to Harding Morrow, which built the Selby tunnel.
+ copy: Work on the long-delayed Arbury bypass will begin in April, the county council has announced.
+ copy: Transport minister Celia Rourke approved a grant of 88 million pounds on Monday. The council will borrow the remaining 21 million.
+ copy: The Arbury Green Alliance said that it was considering a legal challenge.
+ copy: Farmer Tom Weaver said that he had not been told how much he would be paid.
+ free: Construction of a bypass for a market town choked by lorries is to start in the spring.
+ free: Earlier schemes for the road failed because of newts and a lack of funds.
- copy-fusion: A second plan was abandoned in 2015 when a rare colony of crested newts was found in a field near Hatch End.
- copy-coreference: Roy Pickersgill, who will lose a fifth of his land, called it the best news the town had had for a generation.
- copy-number: The council will borrow the remaining 88 million pounds.
- copy-fusion: Nadia Karim, who runs a bookshop in Gate Street, feared that she would have to close.
- copy-hedge: The Arbury Green Alliance has launched a legal challenge against the bypass.
- copy-role: The government will borrow the remaining 21 million and the council approved a grant of 88 million pounds.
- free-extrinsic: Plans for a tunnel under a world heritage site have been approved despite protests by archaeologists.
- free-outcome: A controversial bypass has been scrapped after a campaign by environmentalists.
- free-extrinsic: A council in Lincolnshire has won 120 million pounds to repair its crumbling roads.
# kidneytrial
A pill that is already used against gout may slow the decline of failing kidneys, according to a study of 1,860 patients in Canada and Japan. Participants who took the drug, called feloxin, for two years lost kidney function 28 percent more slowly than those who were given a placebo. The effect was strongest in people with diabetes, and it was not seen at all in those older than 75. The results, published in the Journal of Renal Medicine, were presented at a congress in Vienna on Thursday. Lead author Dr Haruko Ines of the Maple Institute in Toronto said that the findings were encouraging but that feloxin should not yet be prescribed for kidney disease. "We need to know whether it keeps people off dialysis, and this trial was too short to show that," she said. About one in twenty of the patients had to stop taking the tablets because of a rash. There was one case of liver inflammation, which the researchers thought was probably not connected to the drug. Feloxin has been sold since 1998 and its patent has expired, so a month's supply costs less than ten dollars. That is one of the reasons why it has taken so long to test it: no company was willing to pay. The trial was funded by the Canadian government and by a charity set up by the family of a hockey player, Marc Lavoie, who died of kidney failure at 39. Prof Andrew Tull of the University of Leeds, who was not involved, said the study was carefully done, but he noted that nearly all of the participants were of European or East Asian descent. Kidney disease affects some 700 million people worldwide. A follow-up with 6,000 patients in nine countries, among them Nigeria and Brazil, is due to begin next year.
+ copy: A pill that is already used against gout may slow the decline of failing kidneys, according to a study of 1,860 patients.
+ copy: Lead author Dr Haruko Ines said that the findings were encouraging but feloxin should not yet be prescribed for kidney disease.
+ copy: Feloxin has been sold since 1998, so a month's supply costs less than ten dollars.
+ copy: The effect was strongest in people with diabetes. It was not seen at all in those older than 75.
+ free: A cheap gout drug could help people with kidney disease, researchers say.
+ free: Around five percent of those in the trial gave up the treatment after developing a rash.
- copy-fusion: The effect was strongest in people older than 75.
- copy-coreference: Dr Haruko Ines, who died of kidney failure at 39, said that the findings were encouraging.
- copy-number: Participants who took the drug for two years lost kidney function 75 percent more slowly than those given a placebo.
- copy-fusion: The trial was funded by a company and presented at a congress in Toronto.
- copy-hedge: Feloxin keeps people off dialysis, lead author Dr Haruko Ines said.
- copy-coreference: Prof Andrew Tull of the Maple Institute said that the findings were encouraging.
- free-extrinsic: A drug used to treat breast cancer could halve the risk of heart attacks, according to scientists at Oxford.
- free-outcome: A gout pill has been approved for patients with kidney disease in Canada.
- free-extrinsic: A new blood test can detect kidney failure up to ten years before symptoms appear.
# coupmission
Hundreds of foreigners were flown out of the capital of Sarduna on Wednesday as fighting between the army and supporters of the ousted president spread to the airport road. Two French military transport planes carried 312 people to Cyprus, the foreign ministry in Paris said, among them 96 children. A German aircraft was forced to turn back after shots were fired near the runway. President Idris Kamara, who was removed on Saturday by a group of colonels, is believed to be in the embassy of a neighbouring country. His party has called on people to resist "by every peaceful means", but gunmen loyal to him have seized two police stations in the northern suburbs. Col Moussa Tandia, who leads the junta, said in a televised address that elections would be held within eighteen months and that the borders would reopen on Friday. The African Union has suspended Sarduna and given the officers ten days to restore the constitution. Hospitals in the capital have reported 41 deaths since the weekend, most of them civilians. The Red Cross said that its ambulances had been stopped at roadblocks and that one driver, Amadou Sy, had been beaten. Prices of rice and fuel have doubled in four days. "We have water until tomorrow, after that I do not know," said Mariam Kone, a teacher who is sheltering with her neighbours in the Bellevue district. The United States has cut off military aid worth 60 million dollars but has not ordered its citizens to leave. Russia called for restraint on all sides. Sarduna, a country of eleven million people and one of the largest producers of cobalt, has had four coups since independence in 1962. Mr Kamara was elected in 2019 with 52 percent of the vote, in a poll which observers called broadly fair.
+ copy: Hundreds of foreigners were flown out of the capital of Sarduna on Wednesday as fighting spread to the airport road.
+ copy: President Idris Kamara was removed on Saturday by a group of colonels. He is believed to be in the embassy of a neighbouring country.
+ copy: The African Union has suspended Sarduna and given the officers ten days to restore the constitution.
+ copy: Hospitals in the capital have reported 41 deaths since the weekend.
+ free: France has evacuated more than 300 people from Sarduna amid clashes following a coup.
+ free: The leader of the military rulers has promised a vote within a year and a half.
- copy-fusion: Col Moussa Tandia is believed to be in the embassy of a neighbouring country.
- copy-role: A German aircraft carried 312 people to Cyprus and two French military transport planes were forced to turn back.
- copy-number: Hospitals in the capital have reported 96 deaths since the weekend.
- copy-fusion: The African Union has cut off military aid worth 60 million dollars.
- copy-hedge: The United States has ordered its citizens to leave Sarduna.
- copy-coreference: Col Moussa Tandia was elected in 2019 with 52 percent of the vote.
- free-extrinsic: At least 200 people have been killed in clashes between rival militias in Libya's capital Tripoli.
- free-outcome: The ousted president of Sarduna has been killed in an attack on an embassy.
- free-relation: The African Union is to send troops to Sarduna to restore its elected president.
# zooescape
A red panda that escaped from a zoo on Tuesday has been found asleep in the garden of a retired vet. Biscuit, a two-year-old male, got out of his enclosure at Hartley Wildlife Park when a branch came down in high winds and gave him a bridge over the fence. Keepers searched woods and gardens for three days with thermal cameras, and more than 200 people reported sightings, most of which turned out to be cats or foxes. On Friday morning Margaret Inskip, 78, was hanging out washing at her home in Tarrant Vale when she saw a tail hanging from her apple tree. "I treated dogs and cows for forty years and never anything like this," she said. She rang the park, put out some sliced pear and kept watch until keeper Jamie Roe arrived with a net. Biscuit had travelled just over two miles and crossed a dual carriageway. He had lost some weight and had a scratch on his nose but was otherwise well, the park said. He has been reunited with his mate, Waffle, who is thought to be pregnant. Director Helen Sorley apologised to neighbours and said that all trees within five metres of the enclosures would be trimmed. The park, which has 140 species, was criticised in an inspection two years ago after a lynx got out through an unlocked gate; that animal was shot by police, which led to protests. Red pandas come from the forests of the eastern Himalayas and feed mostly on bamboo. They are classed as endangered, and fewer than 10,000 are thought to be left in the wild. Visitors will be able to see Biscuit again from Monday. Mrs Inskip has been given free entry for life, although she said that she would rather have the tree pruned.
+ copy: A red panda that escaped from a zoo on Tuesday has been found asleep in the garden of a retired vet.
+ copy: Biscuit got out of his enclosure at Hartley Wildlife Park when a branch came down in high winds.
+ copy: Keepers searched woods and gardens for three days with thermal cameras. More than 200 people reported sightings.
+ copy: Biscuit had lost some weight and had a scratch on his nose but was otherwise well.
+ free: An animal missing from a wildlife park for three days has turned up in a pensioner's tree.
+ free: The director of the park has said sorry and promised to cut back trees near the enclosures.
- copy-fusion: A red panda that escaped from a zoo on Tuesday was shot by police, which led to protests.
- copy-coreference: Helen Sorley saw a tail hanging from her apple tree.
- copy-number: More than 10,000 people reported sightings, most of which turned out to be cats or foxes.
- copy-fusion: Biscuit got out through an unlocked gate at Hartley Wildlife Park.
- copy-coreference: Biscuit, who is thought to be pregnant, has been reunited with his mate.
- copy-addition: Mrs Inskip has been given free entry for life and a reward of 500 pounds by the park.
- free-extrinsic: A lynx that escaped from a zoo in Wales has been captured after three weeks on the run.
- free-extrinsic: A keeper has been bitten by a tiger at a safari park in Wiltshire.
- free-outcome: A wildlife park has lost its licence after an endangered animal escaped.
# ratesdecision
The central bank of Norvania left its key interest rate at 4.25 percent on Thursday, disappointing businesses that had hoped for a cut. Governor Lena Strand said that inflation, at 3.6 percent in October, was falling more slowly than expected because of rising rents and wages. "We are not there yet, and easing too early would be the costlier mistake," she told reporters. Six of the nine members of the board voted to hold the rate, two wanted a reduction of a quarter of a point, and one, Oskar Fehn, argued for an increase. It was the fifth meeting in a row without a change. The crown rose by 0.8 percent against the euro after the announcement, while shares of house builders fell. Mortgage lender Hus Kredit said that it would nevertheless lower its two-year fixed rate from Monday. The bank now expects the economy to grow by 0.9 percent next year, down from the 1.4 percent that it forecast in August, and unemployment to reach 5.2 percent by the summer. The Federation of Industry called the decision hard to understand. Its chief economist, Paula Wirén, said that orders had fallen for seven months and that small firms could no longer afford to invest. Trade unions, which won pay rises of 5.1 percent on average in the spring, rejected the suggestion that wages were to blame. Finance minister Jakob Aune declined to comment, saying that the bank was independent. Opposition leader Greta Vold said families were paying for the mistakes of the government. Analysts at Seaboard Securities expect a first cut in March, although Nils Brodén of Kapital Bank thinks that it could be as late as June. The next meeting takes place on 18 January. Norvania raised its rate eleven times between 2021 and 2023, from 0.1 percent.
+ copy: The central bank of Norvania left its key interest rate at 4.25 percent on Thursday.
+ copy: Governor Lena Strand said that inflation was falling more slowly than expected because of rising rents and wages.
+ copy: Six of the nine members of the board voted to hold the rate. One, Oskar Fehn, argued for an increase.
+ copy: Analysts at Seaboard Securities expect a first cut in March.
+ free: Norvania's central bank has again kept borrowing costs unchanged, saying inflation is coming down too slowly.
+ free: The bank has become gloomier about economic growth in the coming year.
- copy-fusion: The Federation of Industry said that it would lower its two-year fixed rate from Monday.
- copy-number: Inflation was 5.1 percent in October, governor Lena Strand said.
- copy-coreference: Oskar Fehn declined to comment, saying that the bank was independent.
- copy-role: Six of the nine members of the board wanted a reduction of a quarter of a point and two voted to hold the rate.
- copy-fusion: Jakob Aune said that orders had fallen for seven months and that small firms could no longer afford to invest.
- copy-number: The bank now expects the economy to grow by 1.4 percent next year.
- free-extrinsic: The Bank of England has raised interest rates to their highest level for fifteen years.
- free-outcome: The central bank of Norvania has surprised markets by cutting interest rates for the first time since 2021.
- free-extrinsic: Norway's economy shrank by 0.3 percent in the last quarter, official figures show.
# missingwalker
The body of a hillwalker who had been missing for eight days has been found in a gully on Ben Corrin. Police said that formal identification had yet to take place but that the family of Robert Hale, 63, from Paisley, had been informed. Mr Hale set out alone from the youth hostel at Glen Dorran on the morning of 2 November, intending to climb two summits and return before dark. The warden raised the alarm at 21:00 when he had not come back. Searches were hampered by snow and by winds of up to 70 mph, and on two of the days the helicopter was unable to fly. Some 45 members of three mountain rescue teams took part, with four dogs. It was one of the dogs, a collie called Moss, that led her handler to the spot on Friday afternoon. Dougie Laing of the Dorran team said that Mr Hale appeared to have fallen from a ridge after losing the path in mist. "He was well equipped and very experienced; this could have happened to any of us," he said. The retired engineer had climbed all but eleven of Scotland's highest mountains and was planning to complete them next summer. His wife, Catherine, thanked the searchers. In a statement she said: "He was where he loved to be." The couple have two sons, one of whom, Fraser, had joined the search. Two other climbers have died in the area this winter. In October a student from Leeds was swept away while crossing a river, and a guide was killed by an avalanche last week. Mountaineering Scotland urged walkers to carry a location beacon. The hostel has opened a book of condolence. A report will be sent to the procurator fiscal, as is usual after a sudden death.
+ copy: The body of a hillwalker who had been missing for eight days has been found on Ben Corrin.
+ copy: Police said that the family of Robert Hale, 63, from Paisley, had been informed.
+ copy: Searches were hampered by snow and by winds of up to 70 mph. On two of the days the helicopter was unable to fly.
+ copy: It was a collie called Moss that led her handler to the spot on Friday afternoon.
+ free: Rescuers searching for a missing hillwalker in the Highlands have discovered a body.
+ free: A rescuer said the man had probably fallen after going off course in poor visibility.
- copy-fusion: Robert Hale, 63, from Paisley, was swept away while crossing a river.
- copy-coreference: Dougie Laing had climbed all but eleven of Scotland's highest mountains.
- copy-hedge: Police said that formal identification had taken place.
- copy-fusion: The body of a student from Leeds has been found in a gully on Ben Corrin.
- copy-number: Some 70 members of three mountain rescue teams took part, with eleven dogs.
- copy-coreference: His wife, Catherine, led her handler to the spot on Friday afternoon.
- free-extrinsic: The body of a 29-year-old climber has been recovered from the Cairngorms after an avalanche.
- free-outcome: A walker missing for more than a week on a Scottish mountain has been found alive.
- free-extrinsic: Two men have died after falling from a ridge in Snowdonia.
# cheesefactory
One of the last independent dairies in the Teme valley is to close at the end of the year after its biggest customer switched to a foreign supplier. Lowther Creamery, which has made hard cheese at Bramley Cross since 1926, told its 83 workers on Monday that it had run out of options. Supermarket chain Brightway, which took almost two thirds of the dairy's output, ended its contract in August and now buys from a producer in Ireland. Chairman Peter Lowther, a grandson of the founder, said the firm had looked for other buyers without success. "To make people redundant whom I have known since school is the worst thing I have ever had to do," he said. Some 40 farms deliver milk to the creamery. Ursula Finch, who keeps 160 cows near Bramley Cross, said that she had found a new buyer but would be paid four pence less a litre. Others have not been so lucky, according to the farmers' union. Its regional secretary, Owen Madeley, accused Brightway of putting profit before quality. The chain said it regretted the closure and that price had not been the only reason for its decision; it also pointed out that it had given a year's notice. Shop stewards want talks about redundancy payments, since many of the workers have been there for more than twenty years. The local member of parliament, Joanna Tighe, has written to the business secretary to ask for help. There is a glimmer of hope: the recipe and the name of the creamery's best-known cheese, Teme Gold, may be sold to a group of former managers who want to make it on a smaller scale at a farm in Stanton. They would need about 15 people. Teme Gold won a silver medal at the national dairy show in 2018. The site itself is expected to be used for housing.
+ copy: One of the last independent dairies in the Teme valley is to close at the end of the year.
+ copy: Lowther Creamery, which has made hard cheese since 1926, told its 83 workers on Monday that it had run out of options.
+ copy: Supermarket chain Brightway ended its contract in August and now buys from a producer in Ireland.
+ copy: Owen Madeley accused Brightway of putting profit before quality. The chain said it regretted the closure.
+ free: More than 80 jobs are to go with the closure of a century-old cheese maker.
+ free: A group of ex-managers may carry on making the dairy's most famous cheese.
- copy-fusion: Ursula Finch told her 83 workers on Monday that she had run out of options.
- copy-role: A producer in Ireland ended its contract in August and now buys from supermarket chain Brightway.
- copy-fusion: Chairman Peter Lowther accused Brightway of putting profit before quality.
- copy-number: Some 83 farms deliver milk to the creamery.
- copy-hedge: The recipe and the name of Teme Gold have been sold to a group of former managers.
- copy-coreference: Brightway, which has made hard cheese at Bramley Cross since 1926, regretted the closure.
- free-extrinsic: A dairy in Somerset has recalled thousands of cheeses after an outbreak of food poisoning.
- free-outcome: A creamery threatened with closure has been saved by a last-minute takeover.
- free-extrinsic: Milk prices have fallen to their lowest level for a decade, farmers' leaders say.
# dopingcycle
The Belgian cyclist Wout Dierckx has been banned for two years after testing positive for a stimulant during last year's Tour of the Alps. The international federation announced the ruling on Friday, 14 months after the sample was taken. Dierckx, 29, finished third in the race and will lose that place, which goes to the Colombian Andrés Mejía. The substance, heptaminol, was found in a sample given after the sixth stage, which Dierckx won in a sprint. He has always denied cheating and blames a food supplement bought by a masseur who has since left his team. The tribunal accepted that the supplement was contaminated but said that a professional of his experience should have had it checked. A four-year ban had been possible. "I will not appeal, because I have neither the money nor the strength," Dierckx said in a message to his followers. "I know who I am." His team, Vervaeke-Lotus, has ended his contract with immediate effect. Manager Bart Clément said that he felt sorry for the rider but that the rules of the sport were clear. Since part of the ban is counted from the day on which he was provisionally suspended, Dierckx will be free to race again next August. He would then be 30. It is the third case in the team in five years: in 2020 the time trial specialist Jens Maes was suspended for missing three tests, and a doctor, Luc Hanssens, was banned for life. Mejía, who was told of his promotion while training in the mountains near Bogotá, said that it gave him no joy to stand on a podium in this way. The organisers will send him a trophy. Dierckx, a former national junior champion, was considered one of the favourites for the spring classics.
+ copy: The Belgian cyclist Wout Dierckx has been banned for two years after testing positive for a stimulant.
+ copy: Dierckx finished third in the race and will lose that place, which goes to the Colombian Andrés Mejía.
+ copy: He has always denied cheating and blames a food supplement bought by a masseur.
+ copy: His team, Vervaeke-Lotus, has ended his contract. Manager Bart Clément said that he felt sorry for the rider.
+ free: Cyclist Wout Dierckx has been suspended for doping and stripped of third place in the Tour of the Alps.
+ free: Dierckx says that he will not challenge the ruling and may compete again next summer.
- copy-fusion: Wout Dierckx has been banned for life after testing positive for a stimulant.
- copy-coreference: Bart Clément has always denied cheating and blames a food supplement.
- copy-role: The Colombian Andrés Mejía will lose third place, which goes to Dierckx.
- copy-fusion: In 2020 Dierckx was suspended for missing three tests.
- copy-hedge: "I will appeal", Dierckx said in a message to his followers.
- copy-number: Wout Dierckx has been banned for four years after testing positive for a stimulant.
- free-extrinsic: Two-time Tour de France winner Wout Dierckx has announced his retirement from cycling.
- free-extrinsic: Britain's Andrew Mears has been cleared of doping by the Court of Arbitration for Sport.
- free-relation: Colombian Andrés Mejía has been suspended by his team after a failed drugs test.
`;
