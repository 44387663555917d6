/** Invented news articles, with true and false sentences about each (read by `articles.ts`). */
export const articlesOne = `
# ferry
A passenger ferry carrying 214 people ran aground off the coast of Norhaven on Tuesday night after its steering failed in heavy fog, the coastguard said. Nobody was seriously hurt, although nine passengers were treated for bruises and two crew members suffered mild hypothermia. The vessel, the Marie Lund, had left the island of Sellin at 19:40 and was about three kilometres from the harbour when it struck a sandbank. Lifeboats from four stations brought the passengers ashore over five hours. "The crew stayed calm and did exactly what they are trained to do," said coastguard commander Ilse Brandt. The operator, Nordline, apologised and said that it would refund all tickets. Maritime investigators have boarded the ship and expect to publish first findings within a month. Nordline was fined 80,000 euros in 2016 after another of its ferries sailed with a faulty radar. Bad weather is expected to delay attempts to refloat the vessel until Friday.
+ A ferry with more than 200 people aboard hit a sandbank near Norhaven after losing steering in fog.
+ Nine passengers were treated for bruises.
+ All passengers were taken off by lifeboats, and there were no serious injuries.
+ Nordline said that it would refund all tickets.
+ Attempts to free the ship may have to wait until Friday because of the weather.
+ The ferry's operator had already been fined in 2016 over a faulty radar on a different ship.
- number: A ferry with more than 400 people aboard hit a sandbank near Norhaven.
- entity: The Marie Lund, operated by Seaways, ran aground off the coast of Norhaven.
- cause: The ferry ran aground after an engine fire broke out in heavy fog.
- stitch: Nordline was fined 80,000 euros after the ferry ran aground off the coast of Norhaven on Tuesday night.
- attribution: Nordline said the crew stayed calm and did exactly what they were trained to do.
- addition: Two passengers drowned when the ferry sank near the island of Sellin.
# chipmaker
Chipmaker Veltrix will build a 3.2 billion dollar factory near the Portuguese city of Aveiro, its largest investment outside Asia. Construction is due to start next spring, and the plant should employ 1,800 people when it reaches full production in 2029. The government in Lisbon will provide grants of up to 600 million dollars, subject to approval by the European Commission. Chief executive Hana Okabe said the site was chosen over rivals in Poland and Ireland because of its port and its university. Environmental groups have criticised the plan, pointing to the amount of water that chip production needs in a region that has suffered three droughts in ten years. Veltrix says it will recycle 85 percent of the water. Shares in the company rose 4 percent in Tokyo. Analysts at Brook Partners said that the plant would not be profitable before 2031.
+ Veltrix is to invest 3.2 billion dollars in a chip factory near Aveiro in Portugal.
+ Poland and Ireland had also been considered for the plant.
+ Environmentalists fear that the factory will use too much water in a dry region.
+ Portugal's government is ready to support the project with as much as 600 million dollars, if the European Commission agrees.
+ Veltrix says it will recycle 85 percent of the water.
+ Analysts expect no profit from the plant before 2031.
- number: The plant will employ 18,000 people when it reaches full production.
- role: The European Commission will provide grants of up to 600 million dollars, subject to approval by the government in Lisbon.
- entity: Veltrix is to build a chip factory near the Spanish city of Vigo.
- certainty: The European Commission has approved grants of 600 million dollars for the plant.
- negation: Shares in the company did not rise in Tokyo.
- stitch: Environmental groups will recycle 85 percent of the water.
- attribution: Chief executive Hana Okabe said that the plant would not be profitable before 2031.
# keeper
Goalkeeper Daniel Obi saved two penalties as Ashford Rovers knocked holders Carrick City out of the League Cup on Wednesday. The match had finished 1-1 after extra time, with Leon Marsh putting the visitors ahead in the 12th minute and Carrick captain Tom Vale equalising from a corner shortly before half-time. Carrick had a goal ruled out for offside eight minutes from the end. Obi, who joined Ashford on loan only last month, stopped efforts from Vale and substitute Pedro Anes. "I told the manager I would save at least one," the 22-year-old said. Carrick manager Ruth Ellery complained that her side should have been given a penalty for handball in extra time. Ashford, who play in the third division, have never before reached the quarter-finals. They will meet the winner of Thursday's tie between Milford and St Anne's.
+ Third-division Ashford Rovers beat cup holders Carrick City on penalties.
+ Ashford goalkeeper Daniel Obi stopped two spot-kicks in the shoot-out.
+ The game ended in a draw after extra time.
+ It is the first time that Ashford have got as far as the quarter-finals.
+ Carrick manager Ruth Ellery felt that her team deserved a penalty in extra time.
- role: Carrick City knocked holders Ashford Rovers out of the League Cup.
- entity: Leon Marsh saved two penalties for Ashford.
- number: Obi saved three penalties in the shoot-out.
- stitch: Leon Marsh putting the visitors ahead eight minutes from the end.
- negation: Carrick's late goal was allowed to stand.
- addition: Obi has signed a three-year contract with Ashford.
- attribution: Ashford's manager complained that his side should have been given a penalty.
# vaccine
A single dose of a new malaria vaccine protected 71 percent of young children against severe disease for a year, according to a trial in Malawi and Ghana. Researchers gave the vaccine, called RM-4, to 2,450 children between five and seventeen months old; a further 2,400 received a rabies vaccine as a control. The results were published on Thursday in a medical journal. Fever was the most common side effect and passed within two days. Lead author Dr Amina Phiri of the University of Zomba said a booster would probably be needed after twelve months, when protection began to fall. The vaccine costs less than three dollars a dose to make. An independent expert, Prof Karl Weiss, welcomed the findings but warned that the trial did not include areas where malaria is transmitted all year round. A larger trial in five countries is planned for next year.
+ A trial found that one dose of the RM-4 malaria vaccine protected 71 percent of young children from severe illness.
+ Each dose can be made for under three dollars.
+ Children in the control group were given a vaccine against rabies.
+ Protection weakens after a year, so a booster is likely to be necessary.
+ Prof Karl Weiss pointed out that the trial left out regions with malaria all year round.
- number: The vaccine protected 91 percent of young children against severe disease.
- certainty: A larger trial in five countries has begun.
- entity: The trial was carried out in Kenya and Ghana.
- negation: Fever was not a side effect of the vaccine.
- role: A further 2,400 children received RM-4 as a control for the rabies vaccine.
- stitch: Researchers gave the vaccine to areas where malaria is transmitted all year round.
- attribution: Karl Weiss said a booster would probably be needed after twelve months.
- exaggeration: The vaccine prevents malaria completely in all children.
# mayor
The mayor of Linfield, Grace Tolland, has resigned after an inquiry found that she had failed to declare a stake in a company that won a city contract. The report by retired judge Peter Hume, published on Monday, said that Ms Tolland owned 15 percent of Greenway Paving when it was awarded road repairs worth 2.4 million pounds in 2021. It found no evidence that she had influenced the award. In a statement, Ms Tolland said that she had made "an honest mistake" and did not want to be a distraction. She had led the council since 2018. Her deputy, Omar Reyes, will act as mayor until a by-election, which must take place within ten weeks. The opposition leader on the council, Fiona Blake, said that the police should examine the case. A police spokesman said the force was aware of the report and was considering whether to investigate.
+ Linfield's mayor has stepped down over an undeclared shareholding.
+ The inquiry did not find that Tolland influenced the contract.
+ Omar Reyes will serve as acting mayor until a by-election.
+ Opposition leader Fiona Blake wants the police to look into the matter.
+ Ms Tolland owned 15 percent of Greenway Paving when it won the contract.
- negation: The inquiry found evidence that she had influenced the award.
- certainty: Police are investigating the former mayor of Linfield.
- entity: Fiona Blake will act as mayor until a by-election.
- number: Ms Tolland owned half of Greenway Paving.
- stitch: Greenway Paving was awarded road repairs after an inquiry found that she had failed to declare a stake.
- date: The by-election must take place within ten months.
- addition: Tolland has agreed to repay the money to the city.
# wildfire
Firefighters in the Alcora hills say a wildfire that has burned since Saturday is now 60 percent contained. The blaze has destroyed 43 homes and forced 5,200 people to leave the villages of Mira, Santel and Upper Roca. One man, aged 67, died when his car left the road as he fled the flames. More than 700 firefighters, helped by eleven aircraft, are working in temperatures of up to 39 degrees. Lighter winds on Monday allowed crews to build a line between the fire and the town of Alcora itself. Police have arrested a 34-year-old farm worker on suspicion of starting the fire by burning rubbish. He has not been charged. Regional president Lucia Ferrer said that residents of Santel could return from Wednesday, but that the other villages would stay closed for at least a week. It is the third large fire in the region this summer.
+ A wildfire in the Alcora hills has destroyed 43 homes and is now 60 percent contained.
+ Thousands of villagers had to leave their homes.
+ One man was killed in his car while trying to escape the fire.
+ A farm worker was arrested because he is suspected of having caused the fire.
+ People from Santel may go home from Wednesday.
- number: The blaze has destroyed 430 homes.
- certainty: A farm worker has been charged with starting the fire.
- negation: Winds grew stronger on Monday, which kept crews from building a line.
- entity: Residents of Mira could return from Wednesday.
- stitch: One man, aged 67, was arrested on suspicion of starting the fire by burning rubbish.
- addition: The fire has reached the town of Alcora and burned down its school.
- number: It is the first large fire in the region this summer.
# library
The city of Brantley will keep all nine of its public libraries open after councillors rejected a plan to close four of them. The vote on Thursday evening was 21 to 18, with two councillors abstaining. The closures would have saved about 1.1 million dollars a year. More than 14,000 people had signed a petition against the plan, and some 300 protested outside the town hall before the meeting. Councillor Dev Anand, who proposed the cuts, said the city now had to find the money elsewhere, possibly by raising parking fees. Librarian Joan Pruitt, who has worked at the Eastside branch for 26 years, said she had cried when she heard the result. Under a compromise, opening hours on Sundays will be shortened from January. The council must pass a balanced budget by 30 November.
+ Councillors in Brantley voted narrowly against closing four libraries.
+ A petition against the closures was signed by more than 14,000 people.
+ Sunday opening hours will be cut from January.
+ Dev Anand said that the money had to be found elsewhere now, perhaps through higher parking fees.
+ The closures would have saved about 1.1 million dollars a year.
- negation: Brantley will close four of its nine public libraries.
- role: Joan Pruitt proposed the cuts, and Dev Anand cried when he heard the result.
- number: The vote on Thursday evening was 31 to 18.
- date: Opening hours on Saturdays will be shortened from June.
- certainty: The city will raise parking fees to find the money.
- stitch: More than 14,000 people protested outside the town hall before the meeting.
# comet
Astronomers in Chile have found a comet that came from outside the solar system, only the fourth such object ever seen. The comet, named 6I/Morales after the doctoral student who first noticed it, is moving at 58 kilometres per second, too fast to be held by the sun's gravity. Observations suggest that its core is between one and two kilometres wide. It will pass closest to the sun on 9 March and will never come nearer to Earth than 210 million kilometres. Paula Morales, 27, said that she had at first taken the faint dot for a fault in the camera. Early measurements show unusually large amounts of carbon monoxide, which could mean that the comet formed in a very cold place. Telescopes in space will study it from January. Scientists do not know which star it came from and may never find out.
+ A comet from beyond the solar system has been discovered by astronomers in Chile.
+ The object was first noticed by doctoral student Paula Morales.
+ The comet will come closest to the sun on 9 March.
+ It is unclear which star the comet came from.
+ The student first thought that the dot was a camera fault.
- number: It is only the fortieth such object ever seen.
- negation: The comet could hit the Earth in March.
- certainty: Scientists have found out which star the comet came from.
- entity: The comet was discovered by astronomers in Hawaii.
- stitch: Telescopes in space will pass closest to the sun on 9 March.
- number: The comet is moving at 58 kilometres per hour.
- date: Telescopes in space will study it from June.
# bakery
A family bakery in the Scottish town of Kelbrae has won a legal fight over the name of its best-known pastry. Judge Helen Moray ruled on Friday that the word "buttercrown" had been used by bakers in the region for at least a century and could not be owned by anyone. Supermarket chain Farrow had registered it as a trademark in 2019 and demanded that the bakery, run by sisters Mairi and Isla Dunn, stop selling buttercrowns under that name. Farrow, which has 410 shops, must pay the sisters' legal costs of 92,000 pounds. A spokeswoman for the chain said it was disappointed and would consider an appeal. Mairi Dunn said they had received letters of support from as far away as New Zealand. The sisters plan to celebrate by giving away 1,000 pastries next weekend.
+ A court ruled that nobody can own the word buttercrown.
+ The supermarket chain Farrow has to pay the legal costs of the bakery.
+ Farrow had tried to stop the bakery from using the name of the pastry.
+ The sisters want to give away 1,000 pastries to celebrate.
+ Farrow may appeal against the ruling.
- role: The Dunn sisters must pay Farrow's legal costs of 92,000 pounds.
- certainty: Farrow will appeal against the ruling.
- entity: Judge Mairi Dunn ruled that the word could not be owned by anyone.
- number: Farrow had registered the word as a trademark in 1999.
- negation: The judge ruled that Farrow owns the word buttercrown.
- stitch: Supermarket chain Farrow had been used by bakers in the region for at least a century.
- addition: The bakery will open three more shops in New Zealand.
# strike
Train drivers on the Metra network will walk out for 48 hours from midnight on Sunday after talks over pay broke down. The drivers' union, URW, wants a rise of 7 percent; the company has offered 4.5 percent and a one-off payment of 500 euros. Metra says that one train in five will run on the main lines and none on branch lines. About 900,000 passengers use the network on a working day. URW leader Stefan Kroll accused the company of refusing to move "by a single cent". Metra's head of personnel, Birgit Laas, called the strike irresponsible and said that the offer was the highest in the sector. The transport minister has urged both sides to return to the table but ruled out stepping in. Tickets for the days of the strike can be used until the end of the month. It would be the second stoppage this year.
+ Drivers on the Metra network plan a two-day strike over pay.
+ The union is asking for a pay rise of 7 percent.
+ No trains will run on branch lines during the strike.
+ The transport minister does not want to step in.
+ Passengers can use their tickets until the end of the month.
- role: The company wants a rise of 7 percent, but the union has offered 4.5 percent.
- number: Metra says that four trains in five will run on the main lines.
- negation: The transport minister said he would step in.
- attribution: Birgit Laas accused the company of refusing to move by a single cent.
- date: The drivers will walk out from midnight on Friday.
- stitch: The transport minister has offered 4.5 percent and a one-off payment of 500 euros.
- addition: Airline staff will join the strike on Monday.
# painting
A painting that hung for forty years in a dentist's waiting room in Ghent has been identified as a lost work by the seventeenth-century artist Clara Peeters. Experts at the city museum confirmed the attribution after finding her signature, hidden in the reflection on a silver jug, with an infrared camera. The dentist, Luc Maes, had bought the still life at a flea market in 1981 for 2,000 Belgian francs. It is now thought to be worth at least 900,000 euros. Mr Maes, who is 74 and retired, said patients used to complain that the fish in it looked sad. He intends to lend the picture to the museum for five years rather than sell it. Curator Annelies Roos said only about forty works by Peeters are known. The painting will be on show from September, after it has been cleaned.
+ A lost painting by Clara Peeters hung in a dentist's waiting room for decades.
+ The painting will be lent to the city museum for five years.
+ The signature was found with an infrared camera.
+ The dentist bought the picture at a flea market in 1981.
+ The work may be worth 900,000 euros or more.
- certainty: The dentist has sold the painting for 900,000 euros.
- entity: Curator Annelies Roos had bought the still life at a flea market.
- number: Only about fourteen works by Peeters are known.
- addition: The painting was stolen from a church in the Second World War.
- date: The painting will be on show from March.
- stitch: Experts at the city museum used to complain that the fish in it looked sad.
- entity: The still life has been identified as a work by Rembrandt.
# quake
At least 31 people were killed and more than 200 injured when an earthquake of magnitude 6.4 struck the east of Tarvania early on Monday. Most of the deaths were in the town of Belisk, where a five-storey block of flats collapsed. Rescuers pulled a seven-year-old girl alive from the rubble after eleven hours. The quake hit at 04:17 local time at a depth of ten kilometres and was followed by dozens of aftershocks. Roads to several mountain villages are blocked by landslides, and the army has sent helicopters. President Ivo Maran declared three days of mourning and asked other countries for tents and blankets. Neighbouring Drosk has sent two rescue teams. Engineers had warned in 2017 that many buildings in Belisk did not meet safety rules. Schools in the region will stay closed this week.
+ A strong earthquake in eastern Tarvania killed at least 31 people.
+ A young girl was rescued alive after eleven hours under the rubble.
+ Landslides have cut off mountain villages, to which the army has sent helicopters.
+ The president declared three days of mourning.
+ Years ago engineers warned that many buildings in Belisk were unsafe.
- number: At least 310 people were killed when an earthquake struck Tarvania.
- entity: A seven-year-old boy was pulled from the rubble in Drosk.
- role: Tarvania has sent two rescue teams to neighbouring Drosk.
- negation: Schools in the region will stay open this week.
- stitch: Engineers pulled a seven-year-old girl alive from the rubble after dozens of aftershocks.
- date: The earthquake struck late on Friday.
- addition: A tsunami warning was issued for the whole coast.
# app
The payment app Zippo has agreed to pay 37 million dollars to settle claims that it misled users about fees. The Federal Consumer Office said that Zippo advertised free transfers between 2020 and 2023 but charged 1.9 percent when users paid with a credit card. About 2.2 million customers will receive refunds of 14 dollars on average. The company, which is based in Austin, neither admitted nor denied wrongdoing. "Free has to mean free," said the office's director, Maria Keane. Zippo said it changed its fee notices last year and was pleased to put the matter behind it. Customers do not have to apply; refunds will be paid into their accounts by the end of June. Two former managers still face a separate lawsuit in Texas. Zippo's revenue was 1.3 billion dollars last year.
+ Zippo will pay 37 million dollars over claims that it misled users about its fees.
+ Customers will get their refunds without having to apply.
+ The company did not admit that it had done anything wrong.
+ A separate lawsuit against two former managers goes on in Texas.
+ Users who paid by credit card were charged 1.9 percent.
- certainty: Zippo admitted that it had misled its users.
- number: About 22 million customers will receive refunds.
- role: The Federal Consumer Office has agreed to pay 37 million dollars to Zippo.
- attribution: Zippo said that free has to mean free.
- date: Refunds will be paid by the end of January.
- stitch: Two former managers advertised free transfers between 2020 and 2023 but neither admitted nor denied wrongdoing.
- negation: Customers have to apply for their refunds.
# whale
Volunteers have saved eleven pilot whales that were stranded on a beach in southern Tasmania, but thirty-two others died. The animals were found by a fisherman at dawn on Thursday near Cape Arden. Some 120 helpers kept them wet with buckets and sheets until the tide came in the evening. Marine biologist Chloe Tanner said the pod might have been confused by the shallow, sloping bay, as has happened there before: 18 whales were stranded at the same place in 2020. The rescued animals were led out to sea by two boats, and one wore a tracker. A calf returned to the beach on Friday and had to be put down. Officials asked surfers to stay away because dead whales may attract sharks. The bodies will be towed out to sea at the weekend.
+ Eleven stranded pilot whales were rescued in Tasmania, while 32 died.
+ More than a hundred helpers kept the whales wet until the tide came in.
+ Surfers were told to keep away since the dead whales could attract sharks.
+ It was not the first time whales had been stranded in the bay.
+ One of the rescued whales carries a tracker.
- number: Volunteers have saved 32 pilot whales that were stranded on a beach.
- certainty: Chloe Tanner said the whales were confused by noise from ships.
- negation: Officials said that surfing near the beach was safe.
- entity: The animals were found by a marine biologist at dawn.
- date: The whales were stranded on Sunday evening.
- stitch: A calf kept them wet with buckets and sheets until the tide came in the evening.
- addition: A surfer was bitten by a shark near Cape Arden.
# rent
Rents in the capital fell in the third quarter for the first time in eleven years, according to figures from the property site Wohnly. The average rent for a two-room flat was 1,340 euros a month, 1.8 percent less than in the second quarter. In the suburbs, by contrast, rents rose by 2.6 percent. Wohnly's chief economist, Jonas Thiel, said many employees who can work from home were moving out of the centre. The number of flats on offer was a fifth higher than a year ago. Tenants' groups doubt that the trend will last, since the number of new buildings approved dropped to its lowest level since 2009. The figures are based on 38,000 advertisements and do not include council flats. The city government wants to build 6,000 homes a year but completed only 3,900 in the past twelve months.
+ Average rents in the capital dropped for the first time in more than a decade.
+ Rents in the suburbs went up by 2.6 percent.
+ Wohnly's economist says that people who work from home are leaving the centre.
+ The city built fewer homes than it had planned to.
+ The figures do not cover council flats.
- negation: Rents in the capital rose in the third quarter.
- role: Rents fell in the suburbs, while they rose by 2.6 percent in the capital.
- number: The average rent for a two-room flat was 1,840 euros a month.
- certainty: Tenants' groups are sure that rents will go on falling.
- attribution: The city government said many employees who can work from home were moving out of the centre.
- stitch: The number of flats on offer dropped to its lowest level since 2009.
- addition: The mayor has announced a freeze of all rents.
`;
