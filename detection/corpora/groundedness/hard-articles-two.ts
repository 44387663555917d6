/** More invented articles with misleading sentences (read by `articles.ts`). */
export const hardArticlesTwo = `
# brewer
Brewer Halvard has agreed to sell its cider brand Goldbough to the family firm Tresco for 34 million euros. Goldbough has made a loss in each of the past four years, and Halvard's chief executive, Lene Dahl, said it no longer fitted the group. Tresco, which already makes perry and apple juice, wants to move production from Aarnes to its own works in Lyme within 18 months. The union Fellow, which represents 85 of the 110 employees in Aarnes, criticised the sale and said that it had learned of it from the radio. Tresco's founder, Giles Tresco, promised to offer everybody in Aarnes a job in Lyme. The competition authority must still approve the sale. Halvard will keep the brand's museum. Shares in the brewer gained 3 percent, while those of its rival Krone lost 1 percent.
+ A maker of beer is parting with a business that has been losing money for years.
+ The buyer, which is known for drinks of fruit, means to shift manufacturing elsewhere in a year and a half.
+ Workers' representatives complained that they had not been informed.
+ Officials have yet to give the green light.
+ Staff are to be given the chance to follow the brand to Lyme.
- done: The competition authority has approved the sale of the cider brand Goldbough.
- swap: The family firm Tresco has agreed to sell its cider brand Goldbough to Halvard for 34 million euros.
- stance: The union Fellow, which represents 85 of the 110 employees in Aarnes, welcomed the sale.
- opposite: Goldbough has made a profit in each of the past four years, said Halvard's chief executive, Lene Dahl.
- number: Tresco has agreed to buy the cider brand Goldbough for 340 million euros.
- attribute: Shares in the brewer Halvard lost 1 percent, while those of its rival Krone gained 3 percent.
# satellite-two
The weather satellite Boreas-2 reached its orbit on Tuesday, 36 minutes after a rocket carried it from the base at Korsund. It will photograph the Arctic every 90 minutes and replaces Boreas-1, which stopped working in November after nine years. The satellite cost 412 million kroner, about 30 million more than planned. Project manager Signe Aas said the first pictures were expected in twelve days. Its radar has not been switched on yet. Sailors hope for better warnings of ice: at present forecasts are renewed only twice a day. Two universities, in Borgen and in Tellin, built the camera; the radar comes from the Swiss company Altimax. A start planned for 3 May was put off because of wind. A third satellite has been proposed, but parliament has not voted on the money for it.
+ A spacecraft that observes the atmosphere is now circling the planet.
+ It was somewhat dearer than intended.
+ Its predecessor failed late last year after almost a decade in service.
+ Those who go to sea expect to learn earlier where there is frozen water.
+ Bad conditions had made an earlier launch impossible.
- done: The first pictures from the weather satellite Boreas-2 have arrived, project manager Signe Aas said.
- swap: Two universities built the radar; the camera comes from the Swiss company Altimax.
- unit: It will photograph the Arctic every 90 seconds and replaces Boreas-1.
- done: Parliament has voted on the money for a third satellite.
- negation: Its radar has been switched on.
- number: The satellite cost 412 million kroner, about 300 million more than planned.
# marathon-two
Kenyan runner Esther Mokoro won the Harbour Marathon in 2 hours 21 minutes on Sunday, beating last year's winner, Anneke Vos of the Netherlands, by 40 seconds. Vos had led until the 38th kilometre. The men's race was won by Yared Bekele of Ethiopia, who missed the course record by six seconds. Some 14,500 runners took part, 2,000 fewer than a year ago; organisers put that down to the heat. Eighteen people were taken to hospital, none of them in a serious condition. Race director Colm Farrell said the start might be moved to seven in the morning next year. He rejected suggestions that the race should be held in October. A local man, Peter Lunn, 81, completed his thirtieth Harbour Marathon and said that it would be his last. Prize money was the same for women and men.
+ An athlete from Kenya came in first among the women, overtaking her rival shortly before the end.
+ High temperatures are believed to have kept many away.
+ The man who finished ahead of all others was only just outside the best time ever run there.
+ A pensioner in his eighties got to the finish once more and intends to leave it at that.
+ Those who needed doctors were not badly off.
- swap: Anneke Vos of the Netherlands won the Harbour Marathon on Sunday, beating last year's winner, Esther Mokoro, by 40 seconds.
- done: Race director Colm Farrell said the start has been moved to seven in the morning.
- exaggeration: The men's race was won by Yared Bekele of Ethiopia, who broke the course record by six seconds.
- place: Kenyan runner Yared Bekele won the men's race.
- quantifier: All of the eighteen people taken to hospital were in a serious condition.
- opposite: Some 14,500 runners took part, 2,000 more than a year ago.
# hospital
The children's ward of St Bride's hospital in Marlow will reopen on Monday after an infection that affected nine babies. All of them have recovered, medical director Dr Owen Pryce said. Tests showed that the bacteria came from a washbasin, not from staff. The hospital told parents only after eight days, which the health inspector, Ruth Delgado, criticised sharply. A report by the inspector is to be published in the spring. Parents' spokeswoman Claire Munn said that families had lost trust and had been given different answers. The trust that runs the hospital has apologised and offered talks. It denied that a shortage of nurses had played a part. The ward has 22 beds and was built four years ago. New washbasins have been ordered for two further wards, which remain in use.
+ Infants who caught germs at a clinic in Marlow are well again.
+ A sink, rather than anybody who works there, was the origin.
+ An official found fault with the fact that families were kept in the dark for more than a week.
+ Those responsible said sorry and want a dialogue.
+ Management does not accept that too few carers were to blame.
- opposite: The children's ward of St Bride's hospital in Marlow will close on Monday after an infection that affected nine babies.
- cause: Tests showed that the bacteria came from staff, not from a washbasin.
- stance: The health inspector, Ruth Delgado, praised the hospital, which told parents after eight days.
- done: A report by the inspector was published in the spring and criticised the hospital.
- denial: The trust that runs the hospital admitted that a shortage of nurses had played a part.
- role: Parents' spokeswoman Ruth Delgado said that families had lost trust.
# school-two
A secondary school in Tarnow will let pupils begin lessons at 9:00 instead of 7:45 from the autumn, after a trial in which marks improved slightly. During the trial, which lasted six months, 240 pupils in two year groups slept on average 35 minutes longer. Head teacher Iwona Sobel said that fewer of them came late. The number of days lost to illness did not change. Teachers were divided: 31 voted for the change, 26 against. Bus operator Transtar says that it cannot alter its timetable before January. The researcher who accompanied the trial, Dr Bram Kuipers, warned that the results should not be generalised, because no other school was studied. Some parents who start work early want the school to look after children from 7:30. The ministry has not decided whether other schools may follow.
+ Youngsters in Tarnow get an extra hour and a quarter in the morning.
+ Half a year of testing led to marginally better grades and to more rest.
+ A slim majority of the staff was in favour.
+ Coaches will not be adapted until the new year.
+ A scholar cautioned against drawing conclusions for everyone.
- done: The ministry has decided that other schools may follow the school in Tarnow.
- quantifier: All teachers voted for the change.
- negation: The number of days lost to illness fell during the trial.
- number: During the trial, 240 pupils in two year groups slept on average 35 hours longer.
- role: Head teacher Bram Kuipers warned that the results should not be generalised.
- noun: During the trial, which lasted six months, 31 pupils in two year groups slept longer.
# museum-two
Two bronze bowls that were stolen from the museum in Veresk in 1994 have been found in a garage in Antwerp, Belgian police said. A 72-year-old man discovered them while clearing the home of his late brother and took them to a police station. He is not suspected of any crime and refused a reward of 5,000 euros. The bowls, made around 600 BC, are slightly damaged. A third bowl, the largest, is still missing. Museum curator Elena Mirov thanked the finder and hopes to show the bowls from December, if restorers finish in time. Culture minister Anton Beric wants an agreement on the costs of transport with Belgium. The thieves were never caught. Insurer Cassis, which paid the museum 80,000 euros at the time, has not asked for the money back, and lawyers disagree on whether it could.
+ Ancient vessels have turned up three decades after they were taken.
+ The person who came across them wanted nothing for handing them in.
+ One piece of the set has not been recovered.
+ It was among the belongings of a dead relative that they came to light.
+ Nobody was ever brought to justice for the burglary.
- quantifier: All three bronze bowls that were stolen from the museum in Veresk in 1994 have been found.
- stance: A 72-year-old man accepted a reward of 5,000 euros for the bowls.
- stage: A 72-year-old man is suspected of the crime and was arrested at a police station in Antwerp.
- done: Insurer Cassis has got the money back from the museum.
- role: Culture minister Elena Mirov thanked the finder and hopes to show the bowls from December.
- done: The museum has shown the bowls since December, after restorers finished in time.
# strike-two
Train drivers in the province of Kessen will vote next week on an offer of 4.5 percent more pay over 24 months, their union LFK said on Friday. The railway company Kessenbahn had first offered 3 percent. LFK's chairwoman, Birgit Nolde, did not recommend how to vote but called the offer fair. A smaller union, Gleis, rejected it and threatened further strikes. Last month's walkout, the longest since 1992, stopped nine trains in ten for four days. Kessenbahn's personnel director, Arno Wick, regretted the disruption and promised that season tickets would be partly refunded. The drivers' working week is to be cut from 38 to 37 hours in 2027. The company did not say how the agreement would be paid for. Economists at the bank Ferro expect fares to go up by about 2 percent.
+ Those who drive locomotives are about to have their say on higher wages.
+ The bigger of the two organisations spoke kindly of the proposal without telling members what to do.
+ Another group of workers is not satisfied and may down tools again.
+ Travellers with passes can look forward to getting some money.
+ Experts reckon that passengers will pay a little more.
- done: Train drivers in the province of Kessen have accepted an offer of 4.5 percent more pay over 24 months.
- swap: LFK rejected the offer and threatened further strikes, while the smaller union, Gleis, called the offer fair.
- number: Train drivers will vote on an offer of 45 percent more pay over 24 months.
- done: Season tickets have been refunded by the railway company Kessenbahn.
- exaggeration: Last month's walkout stopped all trains for four days.
- role: Gleis's chairwoman, Birgit Nolde, called the offer fair.
- unit: The drivers' working week is to be cut by 37 hours in 2027.
`;
