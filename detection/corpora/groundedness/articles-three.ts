/** Invented articles with freely worded summaries (read by `articles.ts`). */
export const articlesThree = `
# dog
Milo, a border terrier from Penrith, turned up on his owner's doorstep on Wednesday, nineteen months after he vanished during a walk on the fells. Angela Reed, 44, said she opened the door to fetch the milk and he "strolled in as though he had been out for ten minutes". A vet found that he was thin and had a broken tooth but was otherwise well. A chip in his neck left no doubt about who he was. Where he spent the time is a mystery, though a farmer near Keswick believes he fed him several times last winter. Mrs Reed had searched for weeks with the help of a mountain rescue team and had put up hundreds of posters. Her two sons, who had been given a kitten in the meantime, are delighted. The kitten is said to be less so.
+ A dog that went missing on a walk has come home after more than a year and a half.
+ The terrier was identified by means of a microchip.
+ Nobody knows for sure where the animal had been.
+ Apart from weight loss and a damaged tooth, the dog was healthy.
+ The family had got a kitten while the dog was away.
- number: A dog has returned home nine years after going missing.
- addition: A dog missing for months was found by walkers at the bottom of a disused mine.
- entity: A labrador has been reunited with its owner in Cornwall.
- role: A mountain rescue team brought the dog back to Mrs Reed.
- negation: The dog had no chip, so it was hard to say whether it was Milo.
- certainty: Milo spent the winter on a farm near Keswick.
- stitch: A farmer near Keswick had searched for weeks with the help of a mountain rescue team.
# council
Plans to charge drivers for entering the centre of Bellhaven have been shelved after the ruling party lost its majority in local elections. The charge, of five pounds a day, was to have started in April. Party leader Hugh Marston admitted that it had been "the only thing people wanted to talk about on the doorstep". The Greens, who doubled their seats to eight, want to keep the scheme but exempt carers and residents. The Conservatives, now the largest party, promised to drop it altogether. Consultants had forecast a fall in traffic of 17 percent and income of nine million pounds a year for buses. Some 6.5 million pounds have already been spent on cameras. Shopkeepers in the centre are divided. A government minister said cities must find their own answers to dirty air.
+ A congestion charge planned for Bellhaven will not go ahead for now.
+ Millions have been spent on equipment for a road charge that may never be used.
+ The ruling party's leader conceded that the charge had dominated the campaign.
+ The Greens won twice as many seats as before.
+ Retailers do not agree with each other about the scheme.
- negation: Drivers will have to pay to enter the centre of Bellhaven from April.
- attribution: The Greens promised to drop the charge altogether.
- number: Consultants had forecast a fall in traffic of 70 percent.
- entity: Labour is now the largest party on Bellhaven council.
- addition: A court has stopped a plan to charge drivers in Bellhaven.
- stitch: A government minister doubled their seats to eight.
- exaggeration: All shopkeepers in the centre are against the charge.
# nurse
A hospital trust has apologised to the family of a man who died after being given ten times the prescribed dose of a painkiller. Leonard Cray, 79, had been admitted to Eastmoor Hospital with a broken hip in May last year. An inquest heard that a decimal point on his chart had been misread by an agency nurse working her third night shift in a row. She noticed the error herself and raised the alarm, but Mr Cray died nine hours later. Coroner Anita Shaw recorded a verdict of misadventure and said that she would write to the health secretary about paper charts. The trust said it had since brought in electronic prescribing on all wards and limited night shifts. Mr Cray's daughter, Jean, said that the family did not blame the nurse, who had been "failed by the system as much as Dad was".
+ An elderly patient died because he was given far too much of a painkiller.
+ The family of a patient who died after an overdose in hospital does not hold the nurse responsible.
+ The trust has introduced electronic prescriptions since the death.
+ The nurse realised her mistake and told others.
+ The coroner intends to write to the health secretary.
- certainty: A nurse has been charged with manslaughter over the death of a patient.
- negation: The hospital trust refused to apologise to the family.
- number: The man was given twice the prescribed dose.
- entity: The patient died after an operation on his heart.
- attribution: The coroner said that the nurse had been failed by the system.
- role: Jean Cray misread a decimal point on the chart.
- addition: The trust will pay the family 120,000 pounds in compensation.
- date: Mr Cray had been admitted to hospital in March this year.
# satellite
India's space agency lost contact with its new weather satellite 26 minutes after launch on Friday, in its first failure since 2021. The rocket's first two stages worked as planned, but the third shut down early and left the satellite in too low an orbit. Agency chief R. Venkat said that a valve was probably to blame and that a panel would report within six weeks. The satellite, worth about 110 million dollars, was meant to replace one that is to run out of fuel in 2027 and to improve cyclone warnings in the Bay of Bengal. It was insured for a third of its value. Two small satellites from Singapore were lost as well. The next launch of that type of rocket, planned for August with a crew capsule without people, has been put off. Prime Minister's office messages encouraged the team to "rise again".
+ An Indian weather satellite was lost shortly after take-off.
+ It was the agency's first failed launch for several years.
+ A faulty valve is thought to be the cause.
+ Only part of the satellite's value was insured.
+ A test of a crew capsule has been delayed as a result.
- number: The satellite was worth about 11 million dollars.
- negation: The launch was a success.
- certainty: An inquiry found that a valve was to blame.
- entity: Two small satellites from Malaysia were lost as well.
- addition: Three engineers were hurt when an Indian rocket exploded on the launch pad.
- stitch: A panel was meant to replace one that is to run out of fuel in 2027.
- date: The next launch had been planned for December.
# cafe
A café in Melbourne that lets customers pay whatever they like has closed after six years because too few paid enough. The Open Table served 310,000 meals, a third of them to people who paid nothing at all. Founder Priya Nair said the idea had worked until last year, when rent rose by 40 percent and food by a fifth, while the average payment fell from 11 to 7 dollars. "We never turned anybody away, and I am proud of that," she said. Fourteen employees, most of them refugees, have lost their jobs; nine have already found new ones with restaurants nearby. A fundraising campaign brought in 86,000 dollars but was not enough to pay debts. Ms Nair, a former lawyer, would like to start again with a food truck. Two similar cafés, in Sydney and Perth, remain open.
+ A restaurant where guests decided what to pay has gone out of business.
+ Rising costs and smaller payments forced the café to close.
+ Most of those who worked there were refugees.
+ Donations did not suffice to save the café.
+ The founder might come back with a food truck.
- number: The café closed after sixteen years.
- entity: A café in Sydney that lets customers pay what they like has closed.
- negation: None of the employees has found a new job.
- certainty: The founder is running a food truck.
- role: The average payment rose from 7 to 11 dollars.
- addition: The café closed after health inspectors found rats in its kitchen.
- attribution: Customers said they were proud that the café never turned anybody away.
# clock
The clock on the tower of St Brannoc's church struck midnight 51 times on New Year's Eve, waking much of the Devon village of Coombe. Vicar Helen Tapp said that a worn pin had stopped the mechanism from counting. Retired engineer George Blythe, who has wound the clock by hand every week since 1979, climbed the tower in his pyjamas and held the hammer until it fell silent. Some villagers thought that it was a joke; one called the police. The clock was made in 1742 and has one hand only. The repair will cost about 3,000 pounds, and the parish has started a collection. A clockmaker from Exeter is due to come in February. Until then the bell will not strike. Mr Blythe, 83, said that it had been "the liveliest New Year since the war".
+ A faulty church clock kept villagers awake at New Year by striking far too often.
+ An elderly volunteer stopped the bell by hand.
+ The bell will be silent until the clock has been repaired.
+ Money for the repair is being collected in the parish.
+ The clock dates from the eighteenth century.
- number: The clock struck midnight 15 times.
- entity: Vicar Helen Tapp climbed the tower in her pyjamas.
- cause: Teenagers had tampered with the clock as a joke.
- negation: The police were not called.
- certainty: The clock was repaired in February.
- date: The clock was made in 1842.
- addition: The church has received a grant from the national lottery.
# wolf
Wolves have returned to the Belgian region of Hautmont for the first time in more than a century, forestry officials have confirmed. A camera filmed a female with four pups on 3 July. DNA from droppings shows that the mother comes from a pack in eastern Germany, some 700 kilometres away. Sheep farmers have lost 22 animals since spring and ask for better compensation; at present they receive 140 euros a head. The region's environment minister, Sophie Lannoy, said that it would pay for fences and dogs but ruled out hunting, which is illegal under European law. Hikers are told to keep dogs on a lead. Biologist Pieter Claes said that wolves hardly ever attack people and that deer, which are far too many, would be their main prey. About thirty wolves are thought to live in Belgium.
+ Wolves are breeding again in a part of Belgium where they had long been extinct.
+ Genetic tests showed that the female wolf had come from Germany.
+ Farmers want more money for sheep killed by wolves.
+ The minister will not allow wolves to be hunted.
+ People are in little danger from wolves, a biologist said.
- number: A camera filmed a female with fourteen pups.
- negation: The minister said that the wolves may be hunted.
- entity: The mother comes from a pack in Poland.
- attribution: Farmers said that wolves hardly ever attack people.
- role: Deer have killed 22 sheep since spring.
- addition: A hiker was bitten by a wolf in Hautmont last month.
- stitch: The region's environment minister comes from a pack in eastern Germany.
# phone
Norway's parliament has voted to ban mobile phones from all primary and lower secondary schools from August. Pupils will have to leave them in lockers; exceptions are made for those who need a phone for medical reasons. Until now each school could decide for itself, and about two thirds had some kind of ban. Education minister Tor Lunde pointed to a survey in which 62 percent of teachers said phones disturbed lessons every day. The pupils' union voted against it at its congress, arguing that children must learn to use phones wisely. Researchers disagree about the effect on marks: a study of 477 schools found a small improvement among girls but none among boys. The state will pay 60 million kroner for lockers. Breaking the rule will not be punished by exclusion.
+ Phones will be forbidden in Norwegian primary schools from August.
+ Up to now it was for schools to decide whether to ban phones.
+ Pupils with medical needs may keep their phones.
+ Studies on whether such bans raise marks do not agree.
+ The pupils' organisation is opposed to the ban.
- entity: Sweden's parliament has voted to ban mobile phones from schools.
- negation: Pupils who break the rule will be excluded.
- number: Six percent of teachers said phones disturbed lessons every day.
- role: A study found a small improvement among boys but none among girls.
- certainty: Banning phones raises the marks of all pupils.
- attribution: The pupils' union said that phones disturbed lessons every day.
- date: The ban will apply from January.
# actor
The actor Edward Lorne, who became known to millions as the detective in Harbour Lights, has died at the age of 81. His agent said that he died in his sleep at home in Brighton on Tuesday after a short illness. Lorne was born in Leeds, the son of a bus driver, and left school at fifteen to work in a bank. He trained in evening classes and joined the Northern Players in 1966. Harbour Lights ran for eleven series from 1978 and was sold to forty countries. He turned down a knighthood and was a lifelong campaigner for theatre in prisons. His co-star Judith Vane called him "the kindest man I ever shared a stage with". He won his only film award for Winter Road, in which he played a dying farmer. He leaves his wife of 52 years, Ann, and two daughters.
+ The star of the television series Harbour Lights has died aged 81.
+ Lorne refused to be knighted.
+ The actor campaigned throughout his life for drama in prisons.
+ He worked in a bank before he became an actor.
+ His series was shown in dozens of countries.
- number: The actor has died at the age of 91.
- entity: He died in hospital in Leeds.
- negation: Edward Lorne was knighted for his work.
- role: Edward Lorne called Judith Vane the kindest man he ever shared a stage with.
- addition: The actor, who had cancer, was best known for playing a doctor.
- date: Harbour Lights ran for eleven series from 1987.
- entity: He leaves his wife of 52 years, Judith, and two sons.
# bank
Customers of Meridian Bank were unable to log in to its app for much of Friday, pay day for many of them. The bank, which has four million customers, said that a routine update had gone wrong at about 6am and that service was back to normal by 3pm. Card payments and cash machines were not affected. Some customers reported being shown the balances of strangers; Meridian said it had found 214 such cases and told the regulator. "We are deeply sorry," said the bank's technology chief, Ravi Menon, promising that nobody would be out of pocket. Consumer group Fair Deal called for automatic compensation. It was the third such failure since the bank moved to a new computer system in autumn. In 2020 the regulator fined a rival, Castle Bank, 30 million pounds for a similar breakdown.
+ An update that went wrong locked bank customers out of their app on pay day.
+ Some people could see how much money strangers had in their accounts.
+ It was still possible to pay by card.
+ The problem lasted about nine hours.
+ A consumer organisation wants customers to be compensated automatically.
- negation: Cash machines were out of order for much of Friday.
- stitch: The regulator fined Meridian Bank 30 million pounds for a similar breakdown.
- cause: Hackers attacked the computers of Meridian Bank.
- number: The bank, which has 14 million customers, said it was sorry.
- entity: The bank's technology chief, Simon Menon, resigned.
- attribution: Ravi Menon called for automatic compensation.
- addition: The regulator has opened a formal investigation into Meridian.
# tea
A tea plantation in the far west of Cornwall has exported its first leaves to China. Tregoth Estate sold 40 kilograms of its black tea to a shop in Shanghai, owner Ben Carew said, for about five times the price it gets at home. Mr Carew planted the first bushes in 2009 after noticing that the valley's mild and wet climate was like that of Darjeeling. Neighbours laughed at him, and frost killed half of the plants in the second winter. Today the estate has 30 hectares and employs 22 people. Buyer Lin Yao said that customers liked the idea that the English now grew what they had once sailed across the world for. The tea costs 38 pounds for fifty grams in Shanghai. Mr Carew hopes to sell to Japan next year but says that quality comes before quantity.
+ Tea grown in England is being sold in China.
+ The estate earns much more per kilogram in China than in Britain.
+ Many of the first plants did not survive a cold winter.
+ The valley has a climate similar to that of Darjeeling.
+ Exports to Japan are an aim for next year.
- role: A tea plantation in China has exported its first leaves to Cornwall.
- number: The estate sold four tonnes of its black tea to a shop in Shanghai.
- entity: The estate is in the far north of Scotland.
- certainty: The estate sells its tea in Japan.
- negation: Neighbours had encouraged him from the start.
- addition: The tea won a gold medal at a fair in Shanghai.
- attribution: Ben Carew said that customers liked the idea that the English now grew tea.
# court
The Supreme Court has ruled by six to three that police need a warrant before they read the messages on a suspect's watch. The case was brought by Darren Oakes of Ohio, who was convicted of burglary in 2020 after officers scrolled through his watch at a traffic stop. Writing for the majority, Justice Elena Ruiz said that a watch "holds as much of a life as a desk full of letters". Lower courts had treated watches like wallets. Justice Thomas Hale, in dissent, warned that evidence could be wiped from afar within seconds. The ruling overturns the conviction, though prosecutors may try Mr Oakes again without the messages. Civil rights groups welcomed the decision. The court had required warrants for phones in an earlier case. A police federation asked Congress for clear rules.
+ Police may not read messages on a suspect's watch without a warrant, the Supreme Court decided.
+ The burglary conviction of Darren Oakes was overturned.
+ Three of the judges disagreed with the ruling.
+ Oakes could face another trial.
+ One of the dissenting judges fears that evidence could be deleted remotely.
- negation: The court ruled that police do not need a warrant.
- number: The court ruled by five to four.
- attribution: Justice Thomas Hale said that a watch holds as much of a life as a desk full of letters.
- certainty: Mr Oakes will be tried again.
- entity: The case was brought by Darren Oakes of Texas, who was convicted of murder.
- stitch: A police federation overturns the conviction.
- role: Civil rights groups criticised the decision, which the police federation welcomed.
# ski
The ski resort of Valdura will not open this winter because there is too little snow and too little money to make it. The resort, in the southern Alps at 1,350 metres, has had only 21 days of natural snow in two years. Running the snow cannons would cost 1.7 million euros, said the chair of the lift company, Gianni Rossi. Last season the lifts ran for 38 days and made a loss of 900,000 euros. Some 160 seasonal jobs will go. The village wants to earn its money with hiking and mountain bikes instead; two of the nine lifts will run in summer. Hotel owner Marta Blanc, whose father built the first lift in 1958, said that it was like a death in the family. Neighbouring Monte Grande, which lies 600 metres higher, reports good bookings.
+ A low-lying ski resort in the Alps stays closed this winter for lack of snow.
+ Producing artificial snow would be too expensive.
+ The village is betting on hikers and cyclists.
+ Higher resorts such as Monte Grande are doing well.
+ About 160 people will lose seasonal work.
- number: The resort has had 210 days of natural snow in two years.
- negation: Last season the lifts made a profit of 900,000 euros.
- entity: Monte Grande will not open this winter, while Valdura reports good bookings.
- certainty: The resort has been sold to an investor.
- attribution: Gianni Rossi said that it was like a death in the family.
- addition: An avalanche damaged two of the lifts in Valdura.
- date: The first lift was built in 1985.
# exam
More than 3,000 students in the province of Sorel must repeat their final mathematics exam because the questions were sold on the internet. Officials noticed that pupils at twelve schools had given the same wrong answer to a question that contained a misprint. Police detained a printer's employee, 29, who is said to have photographed the papers and offered them for the equivalent of 90 dollars. He denies it. The exam will be held again on 18 June under guard. Education minister Yusuf Karim said that honest students were not to blame but that there was no other way to be fair. A parents' association is going to court against the decision. Universities will extend their deadline by two weeks. Similar cases in 2014 and 2019 led to the use of sealed boxes, which were left open this time.
+ Thousands of students have to sit their maths exam again after the questions leaked.
+ Pupils who copied were given away by the same wrong answer to a misprinted question.
+ An employee of the printing firm was detained.
+ Universities are giving applicants two more weeks.
+ Parents want the courts to overturn the decision.
- certainty: A printer's employee admitted selling the questions.
- number: More than 30,000 students must repeat the exam.
- entity: Students must repeat their final physics exam.
- negation: The sealed boxes were kept shut this time.
- attribution: A parents' association said that there was no other way to be fair.
- date: The exam will be held again on 18 July.
- role: Universities are going to court against the decision.
# swim
A 62-year-old grandmother has become the oldest woman to swim from Northern Ireland to Scotland. Rosa Lindgren, from Malmö, took 13 hours and 9 minutes to cross the North Channel, 35 kilometres of cold water known for its lion's mane jellyfish. She was stung more than twenty times. Her crew fed her warm soup in a cup on a string. "At ten hours I hated everybody on that boat," she said after landing at Portpatrick on Thursday. Ms Lindgren, a retired postwoman, learned to swim properly only at 45. The previous record was held by a 57-year-old American. She raised 31,000 pounds for a children's hospice. Her attempt two years ago ended after seven hours because of strong currents. She now wants to rest and "eat things with cream".
+ A Swedish pensioner has set an age record for women by swimming the North Channel.
+ The swimmer was stung many times by jellyfish.
+ An earlier attempt had failed because of currents.
+ The swim raised money for a hospice for children.
+ She had been 45 by the time she learned to swim properly.
- number: The crossing took her three hours and nine minutes.
- role: A woman has become the oldest to swim from Scotland to Northern Ireland.
- entity: The record was set by an American grandmother.
- negation: She was not stung by any jellyfish.
- addition: She will try to swim the English Channel next summer.
- cause: Her attempt two years ago ended because of jellyfish stings.
- entity: Rosa Lindgren, a retired teacher, landed at Portpatrick.
`;
