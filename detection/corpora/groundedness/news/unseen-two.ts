/** Invented news articles that are never trained on: debates, trials, results, matches, local matters (read by `articles.ts`). */
export const newsUnseenTwo = `
# euthanasiadebate
Members of the Scottish parliament voted by 68 to 57 on Thursday to let a bill on assisted dying go forward, after a debate of six hours in which several of them wept. The bill, brought in by the backbencher Isla Drummond, would allow adults with a terminal illness who are expected to live for no more than six months to ask for drugs to end their lives. Two doctors would have to agree, and a patient would have to wait 14 days. All parties left their members free to vote as they liked. First minister Callum Reith voted against; his deputy, Nadia Hussain, voted in favour. Drummond, a former hospice nurse, read out a letter from a man who starved himself to death because he was not able to swallow tablets. "We let animals go more kindly," she said. Opponents fear that disabled and old people could feel under pressure. Grant McVey, who uses a wheelchair and leads the group Not For Us, told a rally outside that he had been offered better equipment only after threatening to sue, and that death would always be the cheaper option. Doctors are divided: in a survey by their association 40 percent were for a change in the law, 33 percent against, and the rest undecided. The churches reject it. The bill now goes to the health committee, where Drummond has promised to accept some changes, among them that only a judge may decide in cases of doubt. A final vote is not expected before next summer. Two earlier attempts failed in 2010 and 2015, both by large majorities. England and Wales are considering a similar law, which was adopted in a second reading in November. On the Isle of Man, where a bill has been passed but has not yet received royal assent, patients must have lived on the island for five years. Drummond's own mother died of cancer in 2016.
+ copy: Members of the Scottish parliament voted by 68 to 57 on Thursday to let a bill on assisted dying go forward.
+ copy: Two doctors would have to agree, and a patient would have to wait 14 days.
+ copy: First minister Callum Reith voted against; his deputy, Nadia Hussain, voted in favour.
+ copy: The bill now goes to the health committee. A final vote is not expected before next summer.
+ free: A proposal to legalise assisted dying in Scotland has cleared its first hurdle.
+ free: Critics worry that vulnerable people might be pushed towards ending their lives.
- copy-role: First minister Callum Reith voted in favour; his deputy, Nadia Hussain, voted against.
- copy-coreference: Isla Drummond, who uses a wheelchair and leads the group Not For Us, told a rally outside.
- copy-number: In a survey 57 percent of doctors were for a change in the law, 40 percent against.
- copy-hedge: The bill allows adults with a terminal illness to ask for drugs from Thursday.
- copy-fusion: On the Isle of Man Drummond's own mother died after five years on the island.
- copy-fusion: A patient would have to wait six months and a judge would have to agree.
- free-outcome: Assisted dying has become legal in Scotland after a historic vote.
- free-extrinsic: A woman from Glasgow has been charged with murder after helping her husband to die at a clinic in Switzerland.
# poisonmushroom
A woman accused of killing three relatives with a pie that contained death cap mushrooms told the supreme court in Hobart on Wednesday that it had been a terrible accident. Sandra Kellaway, 49, has pleaded not guilty to three charges of murder and one of attempted murder. Her former parents-in-law, Keith and Joan Dunstan, both in their seventies, and Joan's sister, Pamela Rudge, died within a week of a lunch at Ms Kellaway's house in Ferntree in July of last year. Pamela's husband, the Baptist minister Neville Rudge, spent seven weeks in hospital and survived after a liver transplant. He sat in the front row with his eyes closed. Giving evidence for the first time, Ms Kellaway said that she had picked mushrooms in a park for years and must have put some of them into a jar with others, dried, from a shop in Melbourne. She had served individual pies because it was "a bit special". Prosecutor Jane Rawlins suggested that she had done so in order to be able to eat one that was harmless, on a plate of another colour. "That is not true," the accused replied. She admitted that she had lied to the police when she said that she had never owned a machine for drying food. Detectives found one at a rubbish tip, with traces of poison and her fingerprints on it. She had panicked, she said, because she was afraid of losing her two children. Her former husband, Simon Dunstan, had been invited to the lunch but cancelled the evening before. The court had heard earlier that she ate from all dishes and suffered from diarrhoea. Hospital tests found no poison in her blood. The trial, in its sixth week, is being followed by reporters from eleven countries, and the queue for the 30 public seats forms at five in the morning. Defence counsel Hamish Orr will continue his questions on Thursday. The jury is expected to retire at the end of the month.
+ copy: Sandra Kellaway, 49, has pleaded not guilty to three charges of murder and one of attempted murder.
+ copy: Pamela's husband, the Baptist minister Neville Rudge, spent seven weeks in hospital and survived after a liver transplant.
+ copy: She admitted that she had lied to the police when she said that she had never owned a machine for drying food.
+ copy: Hospital tests found no poison in her blood. The trial is being followed by reporters from eleven countries.
+ free: An Australian woman on trial for murder has denied that she poisoned her relatives on purpose.
+ free: The accused says she gathered wild mushrooms and mixed some up with ones she had bought.
- copy-coreference: Simon Dunstan spent seven weeks in hospital and survived after a liver transplant.
- copy-hedge: Sandra Kellaway, 49, has pleaded guilty to three charges of murder.
- copy-fusion: Neville Rudge had been invited to the lunch but cancelled the evening before.
- copy-role: Prosecutor Jane Rawlins admitted that she had lied to the police about a machine for drying food.
- copy-number: Sandra Kellaway has pleaded not guilty to eleven charges of murder.
- copy-hedge: Hospital tests found poison in her blood.
- free-outcome: A woman who served her family a mushroom pie has been found guilty of triple murder.
- free-extrinsic: Four members of a family in Victoria have died after eating berries picked on a camping trip.
# ferryprice
Islanders on Colla have welcomed a decision to halve the fare for cars on the ferry to the mainland, although some of them fear for what they have moved there to find. From 1 April a return ticket for a vehicle will cost 24 euros, compared with 48 at present. Foot passengers already travel free. The measure, announced on Saturday by rural affairs minister Niamh Breslin, will cost the state 2.6 million euros a year and is to be reviewed in three years. Colla has 410 inhabitants, half as many as in 1980, and its school was down to eleven pupils before two families arrived from Cork last summer. "A pint of milk costs a third more here because of that boat," said Bríd Lacey, who runs the only shop. Hotelier Gerard Nolan hopes for visitors outside July and August. He is thinking of opening at Easter instead of Whitsun. But the painter Dieter Kuhn, who came from Hamburg in 1993, collects signatures for a limit of 80 cars a day. The island has nine kilometres of road, he points out, and not a single parking space. The ferry, the Naomh Colm, can take 22 cars and sails four times a day in summer, twice in winter. It was built in 1987 and broke down on 31 days last year. A replacement was ordered from a shipyard in Turkey; delivery has been postponed from this May to the autumn of next year. Captain Aidan Flaherty thinks that cheaper tickets are of little use as long as the boat stays in port. The islanders' council asked the minister for a rule that residents be given priority when the ferry is full. She promised to look at it. The fares to two smaller islands, Inishroe and Dara, remain as they are because no cars are allowed there. Doctors visit Colla on Tuesdays; a helicopter brought 14 patients to Galway last year.
+ copy: From 1 April a return ticket for a vehicle will cost 24 euros, compared with 48 at present.
+ copy: Colla has 410 inhabitants, and its school was down to eleven pupils before two families arrived from Cork last summer.
+ copy: The painter Dieter Kuhn collects signatures for a limit of 80 cars a day.
+ copy: A replacement was ordered from a shipyard in Turkey; delivery has been postponed to the autumn of next year.
+ free: It is to become much cheaper to take a car to an Irish island.
+ free: Not all of the islanders are happy that more vehicles may come.
- copy-number: From 1 April a return ticket for a vehicle will cost 48 euros, compared with 24 at present.
- copy-fusion: Gerard Nolan, who came from Hamburg in 1993, hopes for visitors outside July and August.
- copy-coreference: Bríd Lacey thinks that cheaper tickets are of little use as long as the boat stays in port.
- copy-hedge: The minister gave residents priority when the ferry is full.
- copy-fusion: The fares to Inishroe and Dara will be halved because no cars are allowed there.
- copy-fusion: The Naomh Colm was built in a shipyard in Turkey and broke down on 31 days last year.
- free-extrinsic: Ferry services between Wales and Ireland have been suspended after damage to Holyhead port.
- free-outcome: An Irish island has limited the number of cars to 80 a day after a campaign by an artist.
# quarterchips
Memory chip maker Hanil Semiconductor more than tripled its operating profit in the third quarter as data centers that run artificial intelligence bought all it could produce, the company said in Seoul on Friday. Profit came to 7.4 trillion won, against 2.3 trillion a year ago and above the 6.9 trillion that analysts had expected on average. Revenue rose by 81 percent to 18.2 trillion won. Chips of the type called HBM, which are stacked in twelve layers, made up 36 percent of revenue, compared with 12 percent a year before. "Our output for next year is sold, to the last wafer," finance chief Park Ji-woo told analysts. He said the company would raise spending on new plants by a quarter, most of it for a factory in Cheongju and one in Indiana that is due to open in 2028. Its biggest customer, the American company Novatron, has asked for deliveries to be brought forward by six months. Rival Samhan admitted last week that its own stacked chips had again failed Novatron's tests and apologized to its shareholders. Micrel of the United States is the third supplier. In ordinary memory, for telephones and personal computers, Hanil expects prices to fall by up to 10 percent in the current quarter because Chinese firms have increased production. Shares in Hanil, which have risen by 54 percent this year, gave up 1.2 percent on Friday; traders said that some investors had taken their profits. Analyst Cho Min-seo of Daesung Securities raised his target price to 260,000 won and recommended the stock. She sees a risk in American export rules that could close the Chinese market, from which Hanil earns 28 percent of its revenue. A new government in Washington might widen them. Employees will receive a bonus of eight months' pay, the union announced, after it had threatened to strike.
+ copy: Memory chip maker Hanil Semiconductor more than tripled its operating profit in the third quarter, the company said in Seoul on Friday.
+ copy: Revenue rose by 81 percent to 18.2 trillion won.
+ copy: Rival Samhan admitted last week that its own stacked chips had again failed Novatron's tests.
+ copy: Shares in Hanil gave up 1.2 percent on Friday; traders said that some investors had taken their profits.
+ free: Demand from artificial intelligence has lifted the earnings of a South Korean chip producer.
+ free: Staff are to get extra pay worth two thirds of a year's salary.
- copy-role: Samhan said that its output for next year is sold, while Hanil admitted that its stacked chips had failed Novatron's tests.
- copy-number: Profit came to 6.9 trillion won, against 7.4 trillion a year ago.
- copy-coreference: Cho Min-seo told analysts that the company would raise spending on new plants by a quarter.
- copy-hedge: The factory in Indiana has opened and raised output by a quarter.
- copy-fusion: In ordinary memory Hanil expects prices to rise because Chinese firms have bought all it could produce.
- copy-fusion: Micrel of the United States has asked for deliveries to be brought forward by six months.
- free-extrinsic: Samsung is to build a 17 billion dollar chip factory in Texas.
- free-outcome: Workers at a South Korean chip maker have gone on strike for higher bonuses.
# beekeeperfine
A beekeeper who moved 40 hives across a border to save them from a parasite has been fined 8,000 francs by a court in Chur. Reto Caflisch, 66, drove them in two trips from his house in the Swiss valley of Müstair to a friend's meadow in South Tyrol in the night of 2 April. The varroa destroyer, a mite that carries viruses, had killed two thirds of the bees in the valley in the winter. Swiss veterinary law forbids hives to be moved out of a closed zone, and Italy requires a certificate that he did not have. Police in Glurns stopped him on the way back from the second trip because one of the rear lights of his van was out; a few hundred bees that had remained inside told them the rest. In court Caflisch said that he would do it again. "A farmer who sees his barn on fire does not ask for a stamp," he declared. Judge Seraina Planta accepted that he had not acted for money but said that he had risked infecting healthy colonies. Vet Dr Markus Egger had testified that mites were found in 31 of the 40 hives after they had been seized. All 31 were burned. The other nine are in quarantine and will be given back to him in the autumn if they remain free of the parasite. The prosecution had asked for a suspended prison sentence of four months. Caflisch's lawyer, Gian Tönz, announced that he would appeal. The beekeepers' association of Graubünden distanced itself from its honorary president, as he was until May, but has opened an account for donations to pay the fine. It held 11,200 francs by Monday. The friend in South Tyrol, Anton Pircher, faces separate proceedings in Bolzano. New rules that take effect next year will allow hives to be moved within ten kilometres of a border if both countries' vets agree. They would have been of no help: the meadow is 14 kilometres away.
+ copy: A beekeeper who moved 40 hives across a border to save them from a parasite has been fined 8,000 francs by a court in Chur.
+ copy: Police in Glurns stopped him on the way back from the second trip because one of the rear lights of his van was out.
+ copy: Judge Seraina Planta accepted that he had not acted for money.
+ copy: The prosecution had asked for a suspended prison sentence of four months. Gian Tönz announced that he would appeal.
+ free: A Swiss man has been punished for secretly taking his bees to Italy.
+ free: Supporters have donated more than the sum that he has to pay.
- copy-fusion: Anton Pircher was given a suspended prison sentence of four months by a court in Bolzano.
- copy-number: Vet Dr Markus Egger had testified that mites were found in nine of the 40 hives.
- copy-coreference: Gian Tönz said that he would do it again. "A farmer who sees his barn on fire does not ask for a stamp," he declared.
- copy-hedge: All 40 hives were burned after they had been seized.
- copy-role: He drove them from a friend's meadow in South Tyrol to his house in the Swiss valley of Müstair.
- copy-hedge: New rules would have allowed him to move the hives.
- free-outcome: A beekeeper who smuggled hives out of Switzerland has had his conviction overturned.
- free-extrinsic: Thieves have stolen dozens of beehives worth 20,000 euros from a farm in Tuscany.
# basketballupset
Fourteenth-seeded Loras Tech ended the season of Carolina Central on Friday night, beating the third seed 71-68 in the first round of the college tournament in Des Moines. Freshman guard Eli Vang made seven three-pointers and finished with 29 points, the last three of them from ten meters with 4.1 seconds on the clock. Central's star, Dominic Rhodes, who is expected to be one of the first five players drafted by the professionals in June, scored 31 but missed two free throws with the score tied. "I have made a thousand of those in an empty gym," he said. The Otters, from a private school in Iowa with 1,900 students, had never won a game in the tournament before. They trailed by 16 points shortly before half-time and did not lead until the 37th minute. Coach Wendy Kramer, one of only three women in charge of a men's team in the top division, put five guards on the floor and told them to shoot whenever they saw daylight. Central, champions in 2015 and 2019, took 21 more rebounds but lost the ball 18 times. Their coach, Rex Dalton, who is retiring after 27 years, received a long ovation from both sets of fans. He shook hands with every one of the Otters. Center Malik Boone, who twisted his knee in the conference final, played only nine minutes for Central. Vang, the son of Hmong refugees who run a bakery in Dubuque, was not offered a scholarship by any other college because he is 1.75 meters tall. His parents watched from the second row; the bakery was closed for the first time since 2009. The Otters will play Gonzales, the sixth seed, on Sunday. Gonzales beat Dayton State 80-62. In the other games in Des Moines the favorites won. Kramer's contract runs out this summer and athletic director Phil Osgood said before the game that he hoped to extend it; by midnight he had put it more strongly.
+ copy: Fourteenth-seeded Loras Tech ended the season of Carolina Central on Friday night, beating the third seed 71-68.
+ copy: Freshman guard Eli Vang made seven three-pointers and finished with 29 points.
+ copy: They trailed by 16 points shortly before half-time and did not lead until the 37th minute.
+ copy: Rex Dalton is retiring after 27 years. He shook hands with every one of the Otters.
+ free: A small college from Iowa has knocked out a two-time champion of the basketball tournament.
+ free: The player who decided the game is a baker's son whom other colleges did not want.
- copy-role: Carolina Central ended the season of Loras Tech on Friday night, beating the third seed 71-68.
- copy-fusion: Dominic Rhodes, the son of Hmong refugees who run a bakery in Dubuque, scored 31.
- copy-coreference: Wendy Kramer, who is retiring after 27 years, received a long ovation from both sets of fans.
- copy-number: Freshman guard Eli Vang made seven three-pointers and finished with 31 points.
- copy-fusion: Malik Boone missed two free throws with the score tied for Central.
- copy-hedge: Athletic director Phil Osgood said that he had extended Kramer's contract.
- free-outcome: Loras Tech have won the college basketball title with a last-second shot.
- free-extrinsic: LeBron James has become the highest scorer in the history of the NBA.
# bogbody
The remains of a man who was found by peat cutters in County Offaly in March are about 2,300 years old and not, as police first thought, those of a farm worker who disappeared in 1973. Radiocarbon tests at a laboratory in Belfast showed that he lived between 360 and 280 BC, the National Museum of Ireland said. He was at least 1.82 metres tall, unusually large for the Iron Age, and about 25 years old. His hands are so well preserved that fingerprints could be taken. "No sign of hard work at all; these are the hands of a man who gave orders," said the museum's keeper of antiquities, Dr Orla Keane. He had been stabbed in the chest, and a rope of hazel was drawn through cuts in his arms. The museum believes that he was killed as a sacrifice, possibly as a king who had failed. Not everyone agrees. Prof Desmond Fay of Maynooth sees signs of an ordinary execution and regrets that so much is made of kings. The last meal was of wheat and buttermilk, without any meat, which suggests that he died in winter. The body was discovered by Kevin Brophy, 34, when his machine threw up what he took for a piece of leather. The peat company has stopped work within 200 metres. It has been asked to give up the bog altogether, which belongs to a protected area, but has a licence until 2026. For the family of the missing man, Michael Geraghty, the result was a blow. His sister Kathleen, who is 81, had hoped to bury him next to their parents. "Some other mother's son, then," she said when an officer told her on her doorstep. The police search will continue in another part of the bog with two trained dogs. The Iron Age man is to be shown in Dublin from next summer, once he has been freeze-dried. Offaly county council would prefer a new visitor centre close to the place of discovery.
+ copy: The remains of a man who was found by peat cutters in County Offaly in March are about 2,300 years old.
+ copy: He had been stabbed in the chest, and a rope of hazel was drawn through cuts in his arms.
+ copy: The museum believes that he was killed as a sacrifice. Prof Desmond Fay of Maynooth sees signs of an ordinary execution.
+ copy: The body was discovered by Kevin Brophy, 34, when his machine threw up what he took for a piece of leather.
+ free: A body from an Irish bog has turned out to date from the Iron Age.
+ free: Officers will go on looking for a man who vanished half a century ago.
- copy-coreference: Kevin Brophy, about 25 years old, was at least 1.82 metres tall.
- copy-fusion: Michael Geraghty had been stabbed in the chest, and a rope of hazel was drawn through cuts in his arms.
- copy-number: Radiocarbon tests showed that he lived between 1973 and 2026.
- copy-hedge: The last meal was of meat, wheat and buttermilk.
- copy-role: Dr Orla Keane sees signs of an ordinary execution, and Prof Desmond Fay believes that he was killed as a sacrifice.
- copy-hedge: The peat company has given up the bog altogether.
- free-outcome: Police in Ireland have identified a body found in a bog as that of a farm worker missing since 1973.
- free-extrinsic: A 5,000-year-old canoe has been discovered by divers in a lake in Denmark.
# concertcrush
Nine people were treated in hospital after a crowd surged towards an exit during a concert by the rapper Kid Marbella in Ghent on Friday night. None of them was in danger, the city said. Shortly before 22:30 a loud bang was heard in hall three of the Expo centre, which holds 7,500 people. It came from a burst hydraulic hose of a platform, but many took it for shots and ran. "Somebody screamed that there was a gunman, and then there was no floor any more, only people," said Yara Peeters, 17, who lost her shoes and her telephone and has a broken wrist. Stewards opened two gates to the lorry yard within a minute, which in the opinion of fire chief Koen Maes prevented something much worse. The concert was broken off. Kid Marbella, whose real name is Jonas Adu, first went on rapping because he wears headphones on stage; when he understood what was happening he asked everyone to sit down. He later visited four of the injured in the university hospital. Promoter Livewell will give ticket holders their money back. The public prosecutor has opened an investigation in order to find out why one of the six emergency exits was locked. According to the Expo centre a chain had been put on it on Thursday after youths had come in without tickets; nobody remembered to remove it. Director Sofie Wouters said that she took full responsibility. Mayor Filip De Clercq has suspended concerts in the hall until it has been inspected, so that Saturday's show by the band Northern Lights had to be moved to Antwerp. The hose was replaced in August, and the platform had been approved on Friday afternoon. In 1999 two people were trampled to death at a dance event in the same building, which led to stricter rules: since then there must be one steward for every 100 visitors. On Friday there were 81.
+ copy: Nine people were treated in hospital after a crowd surged towards an exit during a concert by the rapper Kid Marbella in Ghent.
+ copy: It came from a burst hydraulic hose of a platform, but many took it for shots and ran.
+ copy: Stewards opened two gates to the lorry yard within a minute, which in the opinion of fire chief Koen Maes prevented something much worse.
+ copy: The public prosecutor has opened an investigation to find out why one of the six emergency exits was locked.
+ free: Concertgoers in Belgium have been hurt in a panic caused by a bang that was mistaken for gunfire.
+ free: People who bought tickets for the interrupted show will be reimbursed.
- copy-hedge: A gunman fired shots and many people ran.
- copy-fusion: Two people were trampled to death during a concert by the rapper Kid Marbella on Friday night.
- copy-coreference: Sofie Wouters, 17, lost her shoes and her telephone and has a broken wrist.
- copy-number: Seventy-five people were treated in hospital after a crowd surged towards an exit.
- copy-fusion: The band Northern Lights first went on rapping because they wear headphones on stage.
- copy-role: Mayor Filip De Clercq said that he took full responsibility and director Sofie Wouters has suspended concerts in the hall.
- free-outcome: Nine people have died in a crush at a rap concert in Belgium.
- free-extrinsic: A gunman has opened fire at a music festival in Las Vegas, killing dozens of people.
# pensionerpilot
A passenger with no experience of flying landed a light aircraft safely on Sunday after its pilot lost consciousness over the North Sea. Retired librarian Win Ashcroft, 71, was talked down by an instructor in another plane and touched down at Hallbeck airfield in Lincolnshire at the fifth attempt. The pilot, her neighbour Stanley Orme, 77, was taken to hospital, where it was found that he had had a stroke. He is in a serious but stable condition. The two had been on their way from Norwich to Hull for a lunch of the local gardening club. Some 20 minutes after take-off he complained of a headache, said that his arm had gone to sleep, and slumped forward. "I pulled him off the stick by his braces," said Mrs Ashcroft. She found the button of the radio because she had watched him use it. A controller at Humber, Debbie Craig, sent up the chief instructor of the flying school at Hallbeck, Ravi Sethi, who flew beside her for an hour and ten minutes. By then it was getting dark, and the airfield has no lights along its runway; firefighters placed their vehicles at both ends and switched on the headlamps. The first four approaches were too high or too fast. On the fifth the plane bounced twice, lost its nose wheel and came to a halt on the grass. Sethi admitted that he had not been sure at all that it would end well. "She never once raised her voice, which is more than I can say for my students," he remarked. The Cessna, which belongs to Mr Orme and three friends, had enough fuel for another 15 minutes. Investigators will look at it this week, as they always do. His licence and a medical certificate issued in April were in order. A similar case occurred in 2013, when a man of 77 landed at the same airport. Mrs Ashcroft went home by bus. She has been offered three free lessons but does not think she will take them up.
+ copy: A passenger with no experience of flying landed a light aircraft safely on Sunday after its pilot lost consciousness over the North Sea.
+ copy: Stanley Orme, 77, was taken to hospital, where it was found that he had had a stroke.
+ copy: Firefighters placed their vehicles at both ends and switched on the headlamps. The first four approaches were too high or too fast.
+ copy: She has been offered three free lessons but does not think she will take them up.
+ free: A woman in her seventies has managed to land a plane whose pilot had collapsed.
+ free: An instructor flew alongside for more than an hour and told her what to do.
- copy-role: Win Ashcroft lost consciousness over the North Sea and her neighbour Stanley Orme landed the aircraft safely.
- copy-coreference: Debbie Craig flew beside her for an hour and ten minutes.
- copy-number: Win Ashcroft touched down at Hallbeck airfield at the fourth attempt, with fuel for another 77 minutes.
- copy-hedge: She does think she will take up three free lessons.
- copy-fusion: Ravi Sethi was found to have had a stroke and is in a serious but stable condition.
- copy-hedge: His licence and a medical certificate were not in order, investigators said.
- free-outcome: A pensioner has died after the light aircraft in which she was a passenger crashed in Lincolnshire.
- free-extrinsic: A pilot has been banned from flying after landing on a motorway in Yorkshire.
`;
