/** More invented articles with true and false sentences about each (read by `articles.ts`). */
export const articlesTwo = `
# knife
A teenager has been jailed for nine years for stabbing a shop worker in Harlow Green. Kyle Denton, 18, attacked Sanjay Patel with a kitchen knife after being refused cigarettes in February. Mr Patel, a father of three, lost a kidney and spent five weeks in hospital. Denton, of Mill Lane, had admitted causing grievous bodily harm but denied attempted murder; the jury cleared him of that charge after two days. Sentencing him at Northbridge Crown Court, Judge Alan Firth said the attack was "savage and cowardly". The court heard that Denton had been drinking since the morning and had two earlier convictions for assault. In a statement read to the court, Mr Patel said he could no longer lift his youngest child. A second youth, aged 16, who had waited outside, was given a community order.
+ An 18-year-old was sentenced to nine years in prison for stabbing a shop worker.
+ The victim lost a kidney in the attack.
+ Denton was cleared of attempted murder.
+ The attack happened after the teenager was not sold cigarettes.
+ The judge described the attack as savage and cowardly.
- negation: Denton was found guilty of attempted murder.
- role: Sanjay Patel has been jailed for stabbing Kyle Denton.
- number: The teenager was jailed for nineteen years.
- stitch: A second youth, aged 16, lost a kidney and spent five weeks in hospital.
- attribution: Mr Patel said the attack was savage and cowardly.
- entity: A teenager has been jailed for stabbing a taxi driver in Harlow Green.
- addition: Denton apologised to the victim's family in court.
# school
Pupils at a primary school in rural Ireland have been told to stay at home after their only teacher won the national lottery and resigned. Nuala Keeney, 52, had taught all 19 children at Ballyroan for fourteen years. She shared a prize of 6.3 million euros with her brother. The school's chairman, Father Michael Dowd, said that finding a replacement could take until Easter because few teachers want to live so far from a town. The department of education has offered places at a school in Kilcarra, 22 kilometres away. Parents held a meeting on Tuesday and most said that they would rather teach the children themselves. Ms Keeney promised to pay for a new roof for the school and said she felt "terribly guilty but very happy". The school opened in 1897 and has survived two attempts to close it.
+ A village school has closed for now because its only teacher won the lottery and quit.
+ Nuala Keeney shared the prize with her brother.
+ A new teacher may not be found before Easter.
+ The former teacher promised to pay for a new roof.
+ Most parents would prefer to teach their children at home.
- role: Father Michael Dowd won the lottery and resigned.
- number: Keeney had taught all 90 children at Ballyroan.
- negation: Most parents want to send their children to the school in Kilcarra.
- certainty: The department of education has closed the school for good.
- stitch: The department of education promised to pay for a new roof for the school.
- entity: She shared a prize of 6.3 million euros with her sister.
- date: The school opened in 1997.
# oil
Oil prices fell to their lowest level in eight months on Monday after the exporters' group said it would raise production from October. Brent crude dropped 3.4 percent to 68.20 dollars a barrel. The group, which met in Vienna, agreed to pump an extra 540,000 barrels a day, more than most traders had expected. Iraq and Kazakhstan, which have repeatedly exceeded their quotas, promised to make up for it with cuts later. "They are choosing market share over price," said Elena Brandt, an analyst at Kestrel Capital. Demand in China has grown more slowly than forecast this year. Cheaper fuel would help central banks that are trying to bring down inflation. Shares of oil companies lost ground across Europe, with Norsk Petroleum down 5 percent, while airlines gained. The group will meet again on 2 December.
+ Oil prices dropped to an eight-month low after exporters decided to produce more.
+ Brent crude fell by 3.4 percent.
+ Airline shares went up while those of oil companies fell.
+ The increase in production was larger than most traders had expected.
+ The exporters will hold their next meeting on 2 December.
- negation: Oil prices rose after the exporters' group said it would cut production.
- number: The group agreed to pump an extra 54,000 barrels a day.
- role: Airlines lost ground across Europe, while shares of oil companies gained.
- entity: The group, which met in Riyadh, agreed to raise production.
- stitch: Demand in China dropped 3.4 percent to 68.20 dollars a barrel.
- attribution: Iraq said that the group was choosing market share over price.
- certainty: Cheaper fuel has brought down inflation.
# marathon
Kenyan runner Joyce Cherop won the Lisbon marathon on Sunday in two hours, 19 minutes and 44 seconds, breaking the course record by almost a minute. Ethiopia's Almaz Tadesse finished 31 seconds behind her, and Portugal's Rita Gomes was third. Cherop, who is 24, was running only the second marathon of her career. She broke away from Tadesse at the 35th kilometre, on the climb from the river. Cool, windless weather made for good conditions. The men's race was won by Morocco's Said Benali after the favourite, Paul Kiptoo, pulled out with a calf injury. About 22,000 runners took part, 3,000 more than last year. A 58-year-old man collapsed near the finish and was taken to hospital, where his condition was described as stable. Organisers said that the race had raised 1.1 million euros for charities.
+ Joyce Cherop of Kenya won the Lisbon marathon in record time.
+ Almaz Tadesse came second, ahead of Rita Gomes.
+ The favourite in the men's race dropped out injured.
+ More runners took part than the year before.
+ The marathon raised 1.1 million euros for good causes.
- role: Ethiopia's Almaz Tadesse won the race, 31 seconds ahead of Joyce Cherop.
- negation: Cherop missed the course record by almost a minute.
- number: Cherop, who is 34, was running the second marathon of her career.
- entity: The men's race was won by Paul Kiptoo.
- stitch: Said Benali collapsed near the finish and was taken to hospital.
- addition: A 58-year-old runner died after the race.
- date: Joyce Cherop won the Lisbon marathon on Saturday.
# tax
Parliament in Estavia has approved a tax on sugary drinks after six years of debate. From July next year producers will pay 12 cents a litre for drinks with more than five grams of sugar per 100 millilitres, and 24 cents for those with more than eight. Fruit juices and drinks made from milk are exempt. The law passed by 94 votes to 71. Health minister Karin Holt said the tax would bring in about 85 million a year, which will be spent on sports in schools. Industry body DrinkEst called it "a tax on the poor" and said it would cost up to 400 jobs. A study by the University of Tarn found that one in four children in Estavia is overweight. Similar taxes elsewhere led producers to cut the amount of sugar in their recipes. President Jan Ots still has to sign the law and is expected to do so.
+ Estavia's parliament passed a tax on sugary drinks.
+ Fruit juice will not be taxed.
+ The money is to be used for sports in schools.
+ The drinks industry warned that up to 400 jobs could be lost.
+ The president has yet to sign the law.
- negation: Parliament in Estavia has rejected a tax on sugary drinks.
- certainty: President Jan Ots has signed the law.
- number: The tax will bring in about 850 million a year.
- attribution: Karin Holt called it a tax on the poor.
- entity: Drinks made from milk will be taxed at 24 cents a litre.
- stitch: Industry body DrinkEst found that one in four children in Estavia is overweight.
- date: Producers will pay the tax from January next year.
# bridge
Engineers have closed the Harrow Bridge in the city of Weldon after finding cracks in two of its main cables. The 1.1-kilometre bridge, opened in 1968, carries 46,000 vehicles a day. The city's chief engineer, Noor Haddad, said that it would stay closed for at least six months and that repairs could cost 55 million dollars. Ferries will run every twenty minutes from Thursday, and a road bridge nine kilometres upstream stays open. The cracks were found during a routine inspection by a drone. A report in 2019 had recommended replacing the cables by 2024, but the work was put off to save money. Shop owners near the bridge fear for their business; Carla Nuñez, who runs a petrol station there, said three quarters of her customers came over the bridge. The governor has asked Washington for emergency funds.
+ The Harrow Bridge in Weldon was closed after cracks were discovered in two cables.
+ Repairs may cost 55 million dollars and take six months or longer.
+ Replacing the cables had been postponed for reasons of cost.
+ The cracks were spotted by a drone during an inspection.
+ Ferries will carry people across from Thursday.
- number: The bridge carries 460,000 vehicles a day.
- addition: One person was injured when part of the bridge collapsed.
- negation: The road bridge upstream has been closed as well.
- certainty: Washington has granted emergency funds to repair the bridge.
- entity: The city's chief engineer, Carla Nuñez, said that it would stay closed.
- stitch: A report in 2019 found cracks in two of its main cables.
- date: Ferries will run every twenty minutes from Sunday.
# singer
The singer Mara Quill has cancelled the rest of her European tour on the advice of her doctors. Quill, 38, lost her voice during a concert in Hamburg last week and has been diagnosed with an inflammation of the vocal cords. Nine shows, in Prague, Vienna, Milan and other cities, will not take place; her North American dates in autumn are not affected for now. "I am heartbroken, but if I sing now I may never sing again," she wrote to fans. Tickets will be refunded. Quill's album Glass Weather was the best-selling record in Britain last year and won two Merlin awards. Her support act, the Finnish duo Halla, said that they would play free concerts in Prague and Vienna in smaller halls. The promoter Livefront puts its losses at seven million pounds.
+ Mara Quill called off the remaining concerts of her European tour for health reasons.
+ The singer has an inflammation of the vocal cords.
+ Her autumn concerts in North America are still planned.
+ The support act Halla will play free concerts in two of the cities.
+ Fans will get their money back.
- negation: Quill's North American dates have been cancelled too.
- number: Nineteen shows will not take place.
- entity: Quill lost her voice during a concert in Milan.
- role: Mara Quill will play free concerts in Prague and Vienna in smaller halls.
- addition: Quill will undergo an operation in a London clinic next week.
- stitch: The Finnish duo Halla was the best-selling record in Britain last year.
- exaggeration: Quill will never sing again.
# bees
Wild bees in cities do better than those in farmland, a study of 480 sites in Germany suggests. Scientists from the Leipzig Institute for Ecology counted bees for three summers and found on average 2.3 times as many species in parks and gardens as beside fields. Flowers bloom for longer in cities and fewer pesticides are used there, the authors write. Butterflies and hoverflies, however, were more common in the countryside. "A city is no paradise, but for many bees it has become a refuge," said Katrin Vogel, who led the work. The German farmers' association criticised the study, saying that half of the sites in the countryside were next to maize, where bees find little food in any case. The researchers reply that maize covers a quarter of the country's fields. The study appeared in the journal Landscape.
+ A German study suggests that wild bees thrive more in cities than on farmland.
+ Farmers criticised how the sites of the study had been chosen.
+ Butterflies were found more often in the countryside.
+ Longer flowering and less pesticide help bees in towns, according to the authors.
+ The researchers counted bees over three summers.
- role: Wild bees in farmland do better than those in cities.
- number: There were on average 23 times as many species in parks and gardens.
- negation: Butterflies were also more common in cities.
- attribution: Katrin Vogel criticised the study, saying that half of the sites were next to maize.
- certainty: The study proves that pesticides kill bees.
- stitch: The German farmers' association counted bees for three summers and found more species in parks.
- entity: Scientists studied 480 sites in Austria.
# crash
Two people died when a light aircraft crashed into a field near the village of Estrin on Saturday afternoon. The single-engine plane had taken off from Dunmore airfield twenty minutes earlier, bound for Calais. Witnesses said that the engine was spluttering and that the pilot seemed to be steering away from houses. Police named the dead as Robert Ashe, 61, a retired surgeon who owned the plane, and his nephew Liam Ashe, 25. No one on the ground was hurt. Air accident investigators are examining the wreckage and have asked people with videos to come forward. The airfield's manager, Sue Colley, said Mr Ashe had flown for more than thirty years and was "meticulous". Weather at the time was clear. It is the third fatal crash of that type of aircraft in five years, and the manufacturer ordered checks of fuel pumps in March.
+ Two men were killed when a small plane came down in a field near Estrin.
+ The plane was on its way to Calais.
+ Nobody on the ground was injured.
+ The pilot appeared to be trying to avoid houses, witnesses said.
+ Investigators are looking at the wreckage.
- number: Three people died when a light aircraft crashed into a field.
- cause: The plane crashed because of bad weather.
- certainty: Investigators found that a fuel pump caused the crash.
- entity: The plane was flown by Liam Ashe, a retired surgeon.
- date: The plane crashed on Monday morning.
- stitch: The manufacturer was spluttering and seemed to be steering away from houses.
- role: The single-engine plane had taken off from Calais, bound for Dunmore airfield.
# museum
Thieves stole three gold coins and a jewelled dagger from the Royal Museum in Osterby in the early hours of Sunday. They climbed in through a roof window and needed less than four minutes, director Per Lindqvist said. An alarm went off, but a guard took it for one of the false alarms that had been common during building work. The dagger, a gift from a sultan in 1752, is insured for 4 million kroner; the coins are thought to be priceless. Police found a burnt-out van eight kilometres away and are looking for at least three men. They doubt that the pieces can be sold openly and fear that the gold may be melted down. The museum will stay shut until Wednesday. A reward of 500,000 kroner has been offered by a private foundation. It is the museum's first theft since 1934.
+ Gold coins and a dagger were stolen from a museum in Osterby.
+ A guard thought that the alarm was a false one.
+ The police fear that the gold could be melted down.
+ A foundation offers a reward of 500,000 kroner.
+ The burglars took less than four minutes.
- number: Thieves stole thirteen gold coins from the Royal Museum.
- certainty: The thieves have melted down the gold.
- negation: No alarm went off during the theft.
- entity: The police have offered a reward of 500,000 kroner.
- date: The museum will stay shut until Friday.
- stitch: A guard climbed in through a roof window and needed less than four minutes.
- addition: Two men have been arrested in connection with the theft.
# heat
Last month was the hottest June ever measured in the Republic of Corvina, the weather service said on Tuesday. The average temperature was 24.6 degrees, 2.1 degrees above the mean of 1991 to 2020. In the southern town of Palos 44.2 degrees were reached on 27 June, half a degree short of the national record of 2003. Hospitals treated some 1,900 people for the effects of heat, twice as many as in June last year. Rainfall was 40 percent below normal, and reservoirs in the south are on average 31 percent full. Farmers in three provinces may no longer water their fields by day. Climate researcher Olga Serrat said that what used to be a once-in-a-century June would now come every ten years or so. More moderate weather is expected from the weekend.
+ Corvina had its hottest June on record.
+ Far more people than a year ago needed hospital treatment because of the heat.
+ The national record of 2003 was not broken.
+ In three provinces farmers are no longer allowed to irrigate during the day.
+ Cooler weather is forecast from the weekend.
- negation: The national temperature record was broken in Palos.
- number: Reservoirs in the south are on average 13 percent full.
- entity: In the northern town of Palos 44.2 degrees were reached.
- date: Last month was the hottest July ever measured in Corvina.
- stitch: Hospitals in the south are on average 31 percent full.
- exaggeration: Farmers may no longer water their fields at all.
- attribution: The weather service said that such a June would now come every ten years.
# robot
A robot developed in Zurich has climbed all 1,222 steps of a tower on its own, a record for machines of its kind. The four-legged Alpo, which weighs 32 kilograms, needed 41 minutes and fell twice. It uses cameras and a network trained in simulation to decide where to place its feet. Unlike earlier robots, it was not given a map of the stairs. Project leader Fabian Keller of the Swiss Institute of Robotics said that such machines could search damaged buildings after earthquakes. The batteries last about an hour. Fire services in Basel and Lyon want to test Alpo next year. Critics point out that its hands, which were added last winter, still cannot open most doors. The work was paid for by the Swiss science fund and a maker of lifts.
+ A four-legged robot from Zurich climbed a tower with 1,222 steps by itself.
+ The machine fell two times on the way.
+ The robot had no map of the stairs.
+ Such robots might be used to search buildings damaged by earthquakes.
+ Fire services in two cities plan to try the robot out.
- negation: The robot was given a map of the stairs.
- number: The robot needed 14 minutes and fell twice.
- certainty: Fire services in Basel and Lyon are using Alpo to search damaged buildings.
- entity: The robot was developed in Lyon.
- negation: Its hands can open most doors.
- stitch: Fire services in Basel and Lyon cannot open most doors.
- addition: The robot will be sold for 50,000 francs from next year.
# coach
Hockey coach Erik Sandberg has been sacked by the Tampa Comets after eleven defeats in their last thirteen games. The Comets are bottom of the eastern division with nine points. General manager Lou Tremblay said the team needed "a new voice" and that assistant coach Wes Carter would take over until the end of the season. Sandberg, a Swede, was hired in 2022 and led the team to the play-offs in his first year, when they lost to Boston in the second round. His contract ran until 2027. Captain Nick Duval said the players had let the coach down. Among those mentioned as possible successors are former Ottawa coach Claude Roy and the American Jill Bannon, who would be the first woman to coach a team in the league. The Comets play Detroit on Friday.
+ The Tampa Comets have dismissed coach Erik Sandberg after a run of defeats.
+ Assistant Wes Carter takes over for the rest of the season.
+ Captain Nick Duval said that the players had failed their coach.
+ Sandberg reached the play-offs with the team in his first year.
+ The next opponent of the Comets is Detroit.
- certainty: Jill Bannon will be the first woman to coach a team in the league.
- number: The Comets are bottom of the division after three defeats.
- role: Erik Sandberg has sacked general manager Lou Tremblay.
- negation: Sandberg never led the team to the play-offs.
- attribution: Lou Tremblay said the players had let the coach down.
- entity: Claude Roy will take over until the end of the season.
- stitch: General manager Lou Tremblay was hired in 2022 and led the team to the play-offs.
# flood
Heavy rain has flooded large parts of the city of Manrique, leaving at least six people dead and 40,000 without electricity. In twelve hours 190 millimetres fell, as much as usually falls in two months. The river Sol broke its banks on Sunday evening and covered the old market up to the first floor. The victims include a couple in their eighties who were trapped in their basement flat. The airport was closed for seven hours. Mayor Dolores Pinto told people to boil drinking water and to stay at home on Monday. The hospital of San Telmo moved 85 patients to other clinics after water got into its generators. Meteorologists expect more showers but no further heavy rain. Residents complained that drains had not been cleaned; the city says that they were simply too small for so much water.
+ Floods after heavy rain killed at least six people in Manrique.
+ Tens of thousands of people have no power.
+ A hospital had to move 85 patients because water entered its generators.
+ The mayor asked residents to boil their drinking water.
+ No more heavy rain is expected.
- number: At least sixty people died in the floods.
- negation: Meteorologists expect further heavy rain.
- role: Residents said the drains were too small, while the city complained that they had not been cleaned.
- entity: The river Sol covered the hospital of San Telmo up to the first floor.
- date: The river broke its banks on Thursday morning.
- stitch: Mayor Dolores Pinto was trapped in a basement flat.
- addition: The government has sent 2,000 soldiers to Manrique.
# merger
Supermarket groups Hale and Frisby have called off their planned merger after the competition authority demanded that they sell 210 shops. The deal, announced in November, would have created the second-largest food retailer in the country, with sales of 23 billion a year. Hale's chief executive, Simon Aldous, said that the price demanded was too high for shareholders. Frisby must pay Hale a fee of 60 million because it withdrew first. Trade union Usdal welcomed the decision, having warned that 5,000 jobs were at risk. Hale's shares fell 7 percent; Frisby's were unchanged. Analysts believe that Frisby could now be bought by a foreign chain, with the German discounter Lenz named most often. Lenz declined to comment. The competition authority said prices would have risen in more than a hundred towns.
+ The supermarkets Hale and Frisby have dropped their plan to merge.
+ Frisby owes Hale a fee of 60 million because it pulled out first.
+ The union Usdal is pleased that the merger is off.
+ The authority had insisted on the sale of 210 shops.
+ Some analysts think that a foreign chain might buy Frisby.
- role: Hale must pay Frisby a fee of 60 million because it withdrew first.
- certainty: The German discounter Lenz has bought Frisby.
- negation: The competition authority approved the merger without conditions.
- number: Hale's shares fell 17 percent.
- entity: Frisby's shares fell 7 percent; Hale's were unchanged.
- attribution: The trade union said that the price demanded was too high for shareholders.
- stitch: Trade union Usdal demanded that they sell 210 shops.
`;
