/**
 * Invented news articles in the style of American papers and agencies, with right and wrong summaries (read by `articles.ts`).
 */
export const newsTrainedTwo = `
# mallshooting
PORT ELLERY, Ohio (NWN) -- A security guard who shot a teenager in the parking lot of a mall in December will not face criminal charges, the county prosecutor announced Thursday. Darnell Pruitt, 16, was hit in the leg as he ran from the Lakeview Galleria after being accused of stealing a pair of sneakers. He survived but lost so much blood that doctors had to amputate below the knee. Prosecutor Amy Castellano said that a grand jury heard eleven witnesses over two days and concluded that guard Walter Hines, 58, reasonably believed the boy was reaching for a weapon. No weapon was found. "I know this decision will be painful to many people in our community," Castellano said. "The law does not ask whether the guard was right. It asks whether his fear was reasonable." The boy's mother, Tanya Pruitt, called the ruling a disgrace. "They took my son's leg over an eighty-dollar pair of shoes," she told reporters outside the courthouse, where some 200 protesters gathered peacefully. Her attorney, Marcus Webb, said the family would go ahead with a civil lawsuit seeking 12 million dollars from the mall's owner, Crestline Properties, and from the security company, Argus. Argus dismissed Hines in January, saying that its guards are not permitted to carry firearms on retail property. The retired sheriff's deputy has moved out of state, according to his lawyer, who declined to say where. A video recorded by a shopper shows Pruitt dropping a bag and turning with one hand in the pocket of his jacket before a single shot is heard. Police Chief Leon Oduya said there had been no arrests during the protest. He asked people to remain calm over the weekend. Pruitt, who had been offered a place on his high school's track team for the spring, is learning to walk with a prosthesis. The theft charge against him was dropped last month.
+ copy: A security guard who shot a teenager in the parking lot of a mall will not face criminal charges.
+ copy: Darnell Pruitt, 16, was hit in the leg as he ran from the Lakeview Galleria. He survived but doctors had to amputate below the knee.
+ copy: Tanya Pruitt called the ruling a disgrace. Her attorney, Marcus Webb, said the family would go ahead with a civil lawsuit.
+ copy: Argus dismissed Hines in January, saying its guards are not permitted to carry firearms on retail property.
+ free: A grand jury in Ohio has decided not to indict a mall guard over the shooting of a 16-year-old boy.
+ free: The family of a boy whose leg was amputated after he was shot by a guard is suing for millions of dollars.
- copy-fusion: Walter Hines, 58, was hit in the leg as he ran from the Lakeview Galleria after being accused of stealing a pair of sneakers.
- copy-coreference: Marcus Webb has moved out of state, according to his lawyer, who declined to say where.
- copy-hedge: A weapon was found on Darnell Pruitt, prosecutor Amy Castellano said.
- copy-number: Her attorney said the family would go ahead with a civil lawsuit seeking 200 million dollars from the mall's owner.
- copy-role: Crestline Properties said it would go ahead with a civil lawsuit against the family of Darnell Pruitt.
- copy-fusion: Police Chief Leon Oduya said that a grand jury heard eleven witnesses over two days.
- free-extrinsic: A police officer in Cleveland who shot dead an unarmed black teenager has been charged with murder.
- free-outcome: A mall security guard has been found guilty of shooting a teenager who stole a pair of shoes.
- free-extrinsic: Three people have been injured in a shooting at a shopping mall in Ohio on Christmas Eve.
# databreach
The personal records of 4.1 million customers of the fitness app Stridelab were exposed on the internet for almost three weeks, the company admitted on Tuesday. Names, dates of birth, weights and the routes of runs could be read by anyone who knew the address of an unprotected server. Passwords and payment details were not affected, according to the firm, which is based in Austin, Texas. The leak was discovered on 3 May by a Dutch security researcher, Joris Aalbers, who said that his first two emails to Stridelab went unanswered. "It took a message to the chief executive's private account before somebody pulled the plug," he wrote on his blog. Chief executive Dana Whitlock apologized and said that an engineer had copied the data for a test and then forgotten to delete them. There is no evidence that criminals found the server, she said, but logs exist for only nine of the nineteen days. Shares of Stridelab fell 11 percent in early trading before recovering some of their losses. The breach is embarrassing for the company, which last year signed a contract worth 30 million dollars to supply watches to the Danish army. The ministry of defense in Copenhagen said that soldiers' accounts are kept on a separate system and that it was in contact with the company. Senator Ruth Calloway, a Democrat from Oregon, demanded a hearing. Under a Texas law that took effect in January, companies must tell customers about a leak within 60 days. Those in Europe must be told sooner, and the Irish data protection regulator, which is responsible for Stridelab there, opened an investigation on Monday. It may impose a fine of up to four percent of annual revenue, which was 412 million dollars last year. Stridelab will offer those affected free credit monitoring for a year. In 2021 a rival, PulseTrack, paid 9 million dollars to settle a lawsuit over the sale of location data.
+ copy: The personal records of 4.1 million customers of the fitness app Stridelab were exposed on the internet for almost three weeks.
+ copy: Passwords and payment details were not affected, according to the firm.
+ copy: Chief executive Dana Whitlock said that an engineer had copied the data for a test and then forgotten to delete them.
+ copy: The Irish data protection regulator opened an investigation on Monday. It may impose a fine of up to four percent of annual revenue.
+ free: A fitness app has apologised after leaving private details of millions of users open to anybody online.
+ free: The researcher who found the leak says that the company at first ignored his warnings.
- copy-fusion: Stridelab paid 9 million dollars to settle a lawsuit over the sale of location data.
- copy-coreference: Joris Aalbers had copied the data for a test and then forgotten to delete them.
- copy-hedge: Passwords and payment details of 4.1 million customers were exposed on the internet.
- copy-number: Shares of Stridelab fell 30 percent in early trading.
- copy-fusion: Senator Ruth Calloway opened an investigation on Monday and may impose a fine of up to four percent of annual revenue.
- copy-hedge: Criminals found the server, chief executive Dana Whitlock said.
- free-extrinsic: Hackers have stolen the credit card details of more than four million customers of an airline.
- free-outcome: Fitness app Stridelab has been fined 16 million dollars by the Irish data regulator.
- free-extrinsic: Facebook has said that a bug exposed the photos of nearly seven million users.
# hurricane
Hurricane Odile weakened to a tropical storm on Monday after tearing roofs from houses and flooding streets along 150 miles of the Gulf coast. At least seven people have died, the governor's office said, five of them in Calder Parish, where a levee gave way shortly before midnight on Saturday. Two were killed in neighboring Bayard County when a pine fell on their mobile home. The storm came ashore near the town of St. Clement with winds of 115 miles per hour and dropped up to 19 inches of rain in a day. Some 640,000 homes and businesses were without electricity on Monday afternoon, down from 910,000 the day before. Utility company Gulf Light said that it had brought in 4,000 workers from nine states but that repairs could take two weeks in the hardest-hit places. Governor Ray Thibault toured Calder Parish by boat and said that he had not seen such water since 2005. "We told people to go, and most of them went, and that is why we are not counting in the hundreds," he said. More than 80,000 people left the coast before the storm. Not all could. Lorraine Dupree, 71, who uses a wheelchair, spent nine hours in her attic with two grandchildren until the crew of a fishing boat heard them knocking. The federal government has declared a disaster in eleven parishes, which allows residents to apply for grants. Insurers put the damage at between 3 and 5 billion dollars, well below that of Hurricane Marlow four years ago. The refinery at Point Breton, the third largest in the country, escaped without damage and should restart by Wednesday. Forecasters said that the remains of the storm would bring heavy rain to Tennessee and Kentucky on Tuesday. Another system in the Atlantic has a 40 percent chance of becoming a hurricane but is not expected to reach land. A curfew in St. Clement was lifted on Monday.
+ copy: Hurricane Odile weakened to a tropical storm on Monday after flooding streets along 150 miles of the Gulf coast.
+ copy: At least seven people have died, five of them in Calder Parish, where a levee gave way.
+ copy: Some 640,000 homes and businesses were without electricity on Monday afternoon. Gulf Light said that repairs could take two weeks.
+ copy: Lorraine Dupree, 71, spent nine hours in her attic until the crew of a fishing boat heard them knocking.
+ free: Seven people have been killed by a hurricane that struck the Gulf coast over the weekend.
+ free: The governor says that the death toll would have been far higher without the evacuation.
- copy-fusion: Hurricane Odile is not expected to reach land and has a 40 percent chance of becoming a hurricane.
- copy-number: Some 910,000 homes and businesses were without electricity on Monday afternoon.
- copy-fusion: Governor Ray Thibault spent nine hours in his attic until the crew of a fishing boat heard them knocking.
- copy-fusion: Five people died in Bayard County, where a levee gave way shortly before midnight on Saturday.
- copy-coreference: Hurricane Marlow came ashore near the town of St. Clement with winds of 115 miles per hour.
- copy-hedge: The refinery at Point Breton was damaged and will not restart by Wednesday.
- free-extrinsic: At least 40 people have been killed and hundreds are missing after a typhoon hit the Philippines.
- free-outcome: A refinery has exploded after a hurricane flooded parts of the Gulf coast.
- free-extrinsic: President Donald Harlan has visited the victims of a hurricane in Florida.
# hearttransplant
A 19-year-old woman has become the youngest patient in the country to receive an artificial heart that is powered through the skin. Surgeons at Kingsbridge Hospital in Denver implanted the device in Leila Navarro in an operation that took eleven hours on March 4. She went home on Monday. The heart, made by the Swiss firm Cordia, has no cable passing through the body; instead it is charged by a coil worn on a belt, which removes the main source of infections. Navarro was a college swimmer until a virus damaged her heart muscle in the fall. She had been on the waiting list for a donor for 112 days and was too weak to walk when her doctors decided not to wait any longer. "I asked them if I could still swim, and they laughed, but they did not say no," she said. Dr. Peter Zhang, who led the team, said that the device was meant to bridge the time until a transplant but had kept a man in Sweden alive for more than four years. It has been implanted in 34 people worldwide, two of whom died from strokes. The operation cost about 400,000 dollars and was paid for by Navarro's insurer after an initial refusal. Her father, Hector, a bus driver, had started a petition that was signed by 90,000 people. The Food and Drug Administration has allowed the heart to be used only in a trial of 20 patients at five hospitals; Navarro is the third. Cardiologist Susan Abara of the University of Michigan, who is not involved in the trial, said that the results so far were promising but that it was too early to tell how reliable the batteries would be. More than 3,400 Americans are waiting for a donor heart. Navarro must return to the hospital once a week and is not allowed to fly. She plans to go back to her studies in biology next year.
+ copy: A 19-year-old woman has become the youngest patient in the country to receive an artificial heart that is powered through the skin.
+ copy: Surgeons at Kingsbridge Hospital in Denver implanted the device in Leila Navarro on March 4. She went home on Monday.
+ copy: Navarro was a college swimmer until a virus damaged her heart muscle.
+ copy: Dr. Peter Zhang said that the device had kept a man in Sweden alive for more than four years.
+ free: A student has left hospital after being given an artificial heart that needs no cable.
+ free: Her insurance company at first refused to pay for the operation.
- copy-fusion: Cardiologist Susan Abara led the team that implanted the device in Leila Navarro in an operation that took eleven hours.
- copy-coreference: Hector, a bus driver, had been on the waiting list for a donor for 112 days.
- copy-number: It has been implanted in 34 people worldwide, 20 of whom died from strokes.
- copy-hedge: The Food and Drug Administration has allowed the heart to be used in all hospitals.
- copy-fusion: The heart, made by the University of Michigan, has no cable passing through the body.
- copy-addition: Leila Navarro went home on Monday and will compete in the national swimming championships in May.
- free-extrinsic: A baby girl born with half a heart has undergone a pioneering operation in Boston.
- free-extrinsic: Doctors in Colorado have carried out the first heart transplant from a pig to a human.
- free-outcome: A teenager who was given an artificial heart has died after suffering a stroke.
# singerdivorce
Country singer Dolly-Ann Raines has filed for divorce from her husband, the actor Chase Mulroney, after six years of marriage. Papers submitted to a court in Nashville on Friday cite irreconcilable differences and give May 12 as the date on which the couple separated. Raines, 38, is seeking joint custody of their twin sons, Beau and Wyatt, who are four. A representative for Mulroney, 45, said that the two remained close friends and asked for privacy. They met in 2014 on the set of "Harvest Road," in which she had a small part as a waitress and he played the sheriff. Their wedding on a ranch in Montana was attended by 90 guests, among them the talk show host Gloria Pines. It was the second marriage for Mulroney, whose first wife, the model Ilana Foss, lives in Paris with their teenage daughter. In an interview last fall, Raines spoke of the strain of long tours and of her husband's treatment for an addiction to painkillers, which followed a motorcycle accident in 2019. "We have both had to learn to be still," she told the magazine Southern Days. Mulroney completed a program in Arizona and returned to work in January. He can currently be seen in the series "Long Division" on Vistaflix, which was renewed for a third season last month. Raines has sold 22 million albums and won four Grammy awards, most recently for "Porch Light" in 2021. A planned summer tour with the band Sawmill will go ahead, her manager, Rick Toller, said, beginning in Atlanta on June 20. A prenuptial agreement is believed to exist, although its terms are not known. The couple put their house in the Belle Meade neighborhood up for sale in April for 7.9 million dollars; it has not found a buyer. Fans left flowers at the gate over the weekend. Neither of them has commented in person.
+ copy: Country singer Dolly-Ann Raines has filed for divorce from her husband, the actor Chase Mulroney, after six years of marriage.
+ copy: Raines, 38, is seeking joint custody of their twin sons, Beau and Wyatt, who are four.
+ copy: Mulroney completed a program in Arizona and returned to work in January. He can currently be seen in the series "Long Division".
+ copy: They met in 2014 on the set of "Harvest Road," in which he played the sheriff.
+ free: Singer Dolly-Ann Raines is ending her marriage to Chase Mulroney.
+ free: The star's tour this summer is not affected by the divorce, according to her manager.
- copy-fusion: Country singer Dolly-Ann Raines lives in Paris with their teenage daughter.
- copy-role: Actor Chase Mulroney has filed for divorce from his wife, the country singer Dolly-Ann Raines.
- copy-coreference: Rick Toller has sold 22 million albums and won four Grammy awards.
- copy-fusion: Raines completed a program in Arizona for an addiction to painkillers.
- copy-number: Raines, 45, is seeking joint custody of their twin sons.
- copy-hedge: The couple's house in the Belle Meade neighborhood has been sold for 7.9 million dollars.
- free-extrinsic: Actress Jennifer Lawson has given birth to twins, her publicist has confirmed.
- free-extrinsic: Country star Dolly-Ann Raines has cancelled her tour after being admitted to a rehabilitation clinic.
- free-relation: Actor Chase Mulroney has been given sole custody of his twin sons.
# airlinegrounded
Budget carrier Sunhop grounded all 31 of its Larssen 220 jets on Wednesday after cracks were found in the wing brackets of two of them during routine maintenance in Phoenix. The decision led to the cancellation of 164 flights and left about 21,000 passengers looking for other ways to travel at the start of a holiday weekend. Spokeswoman Bree Hallas said that the cracks were less than half an inch long and that no aircraft had been in danger in flight. The airline expected to have most of the planes inspected by Saturday. Larssen, the manufacturer, said in a statement that it knew of four similar cases, all of them in aircraft used for short flights in hot and humid places, and that it had advised operators to look at the brackets every 500 landings. The Federal Aviation Administration said that it was considering whether to make such checks mandatory. Two other airlines that fly the 220, Pacific Crown and Altiva, said they had begun to inspect their fleets but saw no reason to cancel flights. Pilots praised the move. "I would rather explain a delay than a crash," said Captain Miles Farrow, who heads the pilots' union at Sunhop and has been critical of the company in the past. Travelers were less pleased. Kendra Boyle, who was to be a bridesmaid at her sister's wedding in Miami, said she had been on hold for three hours and was then offered a seat on Sunday, the day after the ceremony. Sunhop is offering refunds or a new booking, but it does not have agreements that would allow its passengers to be moved to other airlines. Its shares closed down 6.5 percent. Analyst Tobias Rehn of Fulton Bank estimated that each day on the ground costs the company 5 million dollars. The Larssen 220, which entered service in 2011, has had one fatal accident, in Indonesia in 2017, which was blamed on an error by the crew.
+ copy: Budget carrier Sunhop grounded all 31 of its Larssen 220 jets on Wednesday after cracks were found in the wing brackets of two of them.
+ copy: The decision led to the cancellation of 164 flights and left about 21,000 passengers looking for other ways to travel.
+ copy: Pilots praised the move. Captain Miles Farrow heads the pilots' union at Sunhop and has been critical of the company in the past.
+ copy: Two other airlines said they had begun to inspect their fleets but saw no reason to cancel flights.
+ free: More than 160 flights have been cancelled by an airline that discovered faults in two of its aircraft.
+ free: A woman who was meant to be a bridesmaid was offered a flight that would have arrived after the wedding.
- copy-fusion: Pacific Crown and Altiva grounded all 31 of their Larssen 220 jets after cracks were found.
- copy-coreference: Spokeswoman Bree Hallas said she had been on hold for three hours and was then offered a seat on Sunday.
- copy-hedge: The Federal Aviation Administration has made such checks mandatory.
- copy-number: Cracks were found in the wing brackets of 31 jets during routine maintenance in Phoenix.
- copy-fusion: A fatal accident in Indonesia in 2017 was blamed on cracks in the wing brackets.
- copy-role: Sunhop advised Larssen to look at the brackets every 500 landings.
- free-extrinsic: A plane carrying 148 passengers has made an emergency landing in Denver after an engine failed.
- free-outcome: Airline Sunhop has filed for bankruptcy after being forced to ground its fleet.
- free-extrinsic: Boeing has been ordered to redesign a part of its 737 aircraft after a fatal accident.
# mayoralrace
Former police chief Lydia Barrett and businessman Conrad Ives will face each other in a runoff for mayor of Ashbury on December 9 after neither won a majority on Tuesday. With all precincts counted, Barrett had 38 percent of the vote and Ives 31 percent. City council member Teo Marquez, who had led in most polls until October, came third with 22 percent and conceded shortly before midnight. "I am disappointed, but I am not going anywhere," he told supporters at a union hall, adding that he would decide within a week whether to back one of the two. His voters could decide the election. Barrett, 57, who would be the first woman to lead the city of 480,000, has promised to hire 150 officers and to open four clinics for people with addictions. Ives, 62, made his fortune in self-storage and spent 3.4 million dollars of his own money on the campaign, more than all other candidates together. He wants to freeze property taxes for two years and to sell the convention center, which loses money. The campaign became bitter in its final weeks, when an advertisement paid for by friends of Ives showed Barrett beside a drug dealer who was released by mistake while she was chief. She called it a lie: the release, she said, was ordered by a judge. A local television station later stopped showing the spot. Turnout was 41 percent, the highest in a city election since 1999. The current mayor, Harold Stubbs, was not allowed to run again after two terms and has not endorsed anybody. On the same ballot voters approved a bond of 210 million dollars for school buildings and rejected a proposal to allow casinos. There were long lines at three polling places on the east side because of a shortage of paper, and a judge ordered them to stay open for an extra hour. Officials expect to certify the result on Monday.
+ copy: Lydia Barrett and Conrad Ives will face each other in a runoff for mayor of Ashbury on December 9.
+ copy: Barrett had 38 percent of the vote and Ives 31 percent. City council member Teo Marquez came third with 22 percent.
+ copy: Barrett, 57, has promised to hire 150 officers and to open four clinics for people with addictions.
+ copy: Voters approved a bond of 210 million dollars for school buildings and rejected a proposal to allow casinos.
+ free: No candidate has won outright in the election for mayor of Ashbury, so there will be a second round.
+ free: A former head of the police could become the city's first female mayor.
- copy-fusion: Teo Marquez made his fortune in self-storage and spent 3.4 million dollars of his own money on the campaign.
- copy-role: Ives had 38 percent of the vote and Barrett 31 percent.
- copy-hedge: City council member Teo Marquez said that he would back Lydia Barrett.
- copy-coreference: Harold Stubbs called it a lie: the release was ordered by a judge.
- copy-number: Turnout was 38 percent, the highest in a city election since 1999.
- copy-role: Voters approved a proposal to allow casinos and rejected a bond of 210 million dollars for school buildings.
- free-extrinsic: Democrat Lydia Barrett has been elected governor of Ohio, defeating the Republican incumbent.
- free-outcome: Lydia Barrett has been elected as the first female mayor of Ashbury.
- free-extrinsic: The mayor of Chicago has announced that he will not seek a third term in office.
# romanship
Divers off the coast of Sicily have raised the bow of a Roman cargo ship that sank some 1,900 years ago with a load of fish sauce. The four-meter section of oak and pine was lifted from a depth of 27 meters on Sunday in a cradle of steel and nylon and taken to a tank in Trapani, where it will be kept in fresh water for at least three years. Archaeologist Giulia Ferrante of the University of Palermo, who has directed the excavation since 2018, said that it was the best-preserved bow of its age ever recovered. "You can see the marks of the adze as if the carpenter had just gone to lunch," she said. The wreck was discovered by a fisherman, Salvo Greco, when his net caught on an amphora. He kept it in his garage for a year before telling the authorities, for which he was fined 500 euros. Some 620 amphorae have been brought up so far, a third of them still sealed. Analysis of the residue shows that they held garum, a sauce made of fermented anchovies that was eaten all over the empire. Stamps on the handles suggest that the jars were made near Cadiz in what is now Spain, and a coin of the emperor Hadrian found under the mast gives the earliest possible date of the voyage. It was Roman custom to place a coin there for luck. The ship was about 24 meters long. Why it went down is not clear, although the position of the anchors suggests that the crew was trying to ride out a storm. No human remains have been found. The project has cost 2.3 million euros, of which the region of Sicily has paid half and a brewery from Milan most of the rest. Ferrante hopes to raise the stern next summer. A museum for the ship is planned in a former tuna factory in Favignana, but building has not begun because two firms are fighting over the contract.
+ copy: Divers off the coast of Sicily have raised the bow of a Roman cargo ship that sank some 1,900 years ago.
+ copy: The wreck was discovered by a fisherman, Salvo Greco, when his net caught on an amphora.
+ copy: Some 620 amphorae have been brought up so far. Analysis of the residue shows that they held garum, a sauce made of fermented anchovies.
+ copy: A museum for the ship is planned in a former tuna factory in Favignana, but building has not begun.
+ free: Part of an ancient Roman vessel that carried fish sauce has been lifted from the sea near Sicily.
+ free: The man who came across the wreck had to pay a fine because he reported it late.
- copy-fusion: The wreck was discovered by archaeologist Giulia Ferrante, who kept it in her garage for a year.
- copy-number: The four-meter section was lifted from a depth of 24 meters on Sunday.
- copy-fusion: The ship was made near Cadiz in what is now Spain and sank under the emperor Hadrian.
- copy-hedge: Human remains have been found, and it is clear why the ship went down.
- copy-role: A brewery from Milan has paid half of the cost and the region of Sicily most of the rest.
- copy-coreference: Salvo Greco hopes to raise the stern next summer.
- free-extrinsic: Archaeologists in Egypt have discovered the tomb of a priest dating back 4,400 years.
- free-outcome: A museum dedicated to a Roman shipwreck has opened in Sicily.
- free-extrinsic: The wreck of a Spanish galleon laden with gold has been found off Colombia.
# tennisfinal
Qualifier Anouk Terhorst stunned the top seed Marija Kolar 7-5, 3-6, 6-4 on Saturday to reach the final of the Rotterdam Open in her first appearance at the tournament. The 20-year-old Dutch player, ranked 143rd in the world, saved nine of the eleven break points that she faced and hit 34 winners. Kolar, who won the title in 2022, led 4-2 in the deciding set but then lost four games in a row. "My legs were gone and so were my ideas," said the Slovenian, who was playing her third match in three days after rain had disrupted the schedule. Terhorst will meet Camila Duarte of Brazil on Sunday. Duarte, the fourth seed, beat Britain's Heather Lomax 6-1, 6-2 in just 58 minutes. The two finalists have never played each other. Whoever wins will take home 185,000 euros; Terhorst's earnings in her whole career stand at 211,000. She would also rise to at least 70th in the rankings, which would give her a place in the main draw of the French Open without having to qualify. It has been a remarkable recovery for the daughter of a baker from Zwolle, who missed most of last season with a torn ligament in her wrist and considered giving up the sport to study law. She was helped by her coach, Piet Adema, who worked without pay for five months. "He told me to send the bill when I win something, so he should get his calculator out," she said, laughing. The last Dutch woman to win the title was Brenda Kuipers in 1991. King Willem watched from the royal box together with about 10,400 spectators. In the doubles, Lomax and her Canadian partner Sophie Tran reached the final when their opponents withdrew with an injury. They play the Czech sisters Hana and Petra Vlkova, the defending champions, who have not lost a set all week.
+ copy: Qualifier Anouk Terhorst stunned the top seed Marija Kolar 7-5, 3-6, 6-4 on Saturday to reach the final of the Rotterdam Open.
+ copy: Kolar led 4-2 in the deciding set but then lost four games in a row.
+ copy: Terhorst will meet Camila Duarte of Brazil on Sunday. The two finalists have never played each other.
+ copy: Terhorst missed most of last season with a torn ligament in her wrist and considered giving up the sport to study law.
+ free: Dutch outsider Anouk Terhorst has knocked out the favourite to book a place in the final in Rotterdam.
+ free: Camila Duarte needed less than an hour to win her semi-final.
- copy-role: Marija Kolar stunned qualifier Anouk Terhorst 7-5, 3-6, 6-4 on Saturday to reach the final.
- copy-fusion: Camila Duarte missed most of last season with a torn ligament in her wrist.
- copy-coreference: Duarte, who won the title in 2022, led 4-2 in the deciding set.
- copy-number: The 20-year-old Dutch player, ranked 70th in the world, saved nine of the eleven break points.
- copy-fusion: Heather Lomax and Anouk Terhorst play the Czech sisters Hana and Petra Vlkova in the doubles.
- copy-coreference: The last Dutch woman to win the title was Marija Kolar in 1991.
- free-extrinsic: Serena Marsh has pulled out of the Australian Open because of a knee injury.
- free-outcome: Anouk Terhorst has won the Rotterdam Open, beating Camila Duarte in the final.
- free-extrinsic: World number one Marija Kolar has split from her coach of four years.
# prisonstrike
Some 900 inmates at Grady State Prison refused to leave their cells on Monday in protest at the price of telephone calls and at what they call rotten food. The strike began at breakfast and was peaceful, corrections department spokesman Neil Cobb said. Work in the prison's furniture shop and laundry came to a halt. A list of seven demands, smuggled out by a released prisoner and sent to newspapers, asks among other things for fresh fruit, for an end to solitary confinement of more than 15 days and for calls at no more than five cents a minute. They now cost 21 cents. The company that provides the telephones, Interlink, pays the state 44 percent of what it earns. "My husband makes 30 cents an hour, so a ten-minute call home is a day's work," said Rosa Villanueva of Tucker, whose husband is serving nine years for burglary. Cobb said that the department was renegotiating the contract and hoped that prices would fall by the summer. He denied that food was rotten but confirmed that a delivery of chicken had been sent back in August. State inspectors who visited in September found mold in a cold store and gave the kitchen a grade of C. Warden Louis Embry has canceled visits until further notice and moved 14 men whom he regards as leaders to another prison. Civil rights lawyers said the transfers were illegal and asked a federal judge to stop them; a hearing is set for Thursday. Grady was built for 1,100 men and holds 1,640. Four guards were hurt in a riot there in 2016, after which a third of the staff left. The union of prison officers has said for years that there are too few of them. Its president, Donna Weeks, expressed sympathy for some of the demands. "Hungry, bored men are dangerous men," she said. The last strike at the prison, in 2012, lasted eleven days.
+ copy: Some 900 inmates at Grady State Prison refused to leave their cells on Monday in protest at the price of telephone calls.
+ copy: The strike began at breakfast and was peaceful, corrections department spokesman Neil Cobb said.
+ copy: Warden Louis Embry has canceled visits until further notice and moved 14 men whom he regards as leaders to another prison.
+ copy: Grady was built for 1,100 men and holds 1,640. Donna Weeks expressed sympathy for some of the demands.
+ free: Hundreds of prisoners have gone on strike over the cost of phone calls and the quality of their meals.
+ free: Lawyers have gone to court to prevent strike leaders from being moved to a different jail.
- copy-fusion: Some 900 inmates hurt four guards at Grady State Prison on Monday in protest at the price of telephone calls.
- copy-coreference: Neil Cobb is serving nine years for burglary.
- copy-hedge: Cobb confirmed that the food was rotten.
- copy-number: Calls now cost 44 cents a minute.
- copy-role: The state pays Interlink 44 percent of what it earns.
- copy-fusion: Donna Weeks has canceled visits until further notice.
- free-extrinsic: Twelve inmates have escaped from a prison in Alabama after overpowering a guard.
- free-outcome: A protest by prisoners in the United States has ended after the cost of phone calls was cut.
- free-extrinsic: A prison officer has been stabbed to death during a riot at an overcrowded jail.
# lotteryclaim
A school bus driver who bought a lottery ticket with the change from a cup of coffee has come forward to claim a jackpot of 94 million dollars. Earl Dobbins, 61, waited five months before he went to the lottery office in Springvale on Tuesday with his wife and a lawyer. He said that he had wanted to finish the school year first. "Those kids need somebody who knows which of them gets carsick," he told a news conference. The ticket was sold on January 17 at a gas station in Millbrook, which will receive a bonus of 50,000 dollars. Rumors about the winner had run through the town of 6,200 since then, and one resident, a retired dentist named Walt Symons, had to put up a sign saying that it was not him. Dobbins chose to take 58.6 million dollars at once, before tax, rather than the full sum in 30 yearly payments. He plans to pay off the mortgages of his three daughters and to replace the roof of the First Baptist Church, and he has already ordered a fishing boat. He and his wife, Jo, who works in a pharmacy, will stay in the house in which they have lived since 1989. The numbers were the ages of his grandchildren and the last two digits of the number of his bus. It is the fourth largest prize ever paid in the state; the record is 310 million dollars, won by a nurse from Fairfield in 2018. A quarter of the tickets' price goes to public schools. Under state law winners must be named, although a bill that would let them remain anonymous was passed by the state senate last month and now goes to the house. Dobbins said that he had been approached by eleven people with business ideas since the morning. He had one regret: he usually bought two tickets, but that day he did not have enough quarters.
+ copy: A school bus driver who bought a lottery ticket with the change from a cup of coffee has come forward to claim a jackpot of 94 million dollars.
+ copy: Earl Dobbins, 61, waited five months. He said that he had wanted to finish the school year first.
+ copy: Dobbins chose to take 58.6 million dollars at once rather than the full sum in 30 yearly payments.
+ copy: He plans to pay off the mortgages of his three daughters and has already ordered a fishing boat.
+ free: A bus driver has claimed a lottery prize worth tens of millions, months after the draw.
+ free: The shop where the winning ticket was bought gets a bonus of 50,000 dollars.
- copy-fusion: Walt Symons, a retired dentist, has come forward to claim a jackpot of 94 million dollars.
- copy-coreference: A nurse from Fairfield plans to pay off the mortgages of his three daughters.
- copy-number: Dobbins chose to take 94 million dollars at once, before tax.
- copy-hedge: A bill that would let winners remain anonymous has become law.
- copy-fusion: The First Baptist Church will receive a bonus of 50,000 dollars.
- copy-addition: Earl Dobbins said that he would retire at once and move to Florida with his wife and a lawyer.
- free-extrinsic: A couple from Suffolk who won 148 million pounds on the lottery have separated.
- free-extrinsic: A 20-year-old man from Florida has won the biggest lottery jackpot in US history.
- free-relation: A nurse has won 94 million dollars with a lottery ticket bought at a petrol station.
`;
