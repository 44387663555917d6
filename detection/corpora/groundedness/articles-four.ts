/** Invented articles of other kinds: business reports, product notes, history, science, instructions (read by `articles.ts`). */
export const articlesFour = `
# quarterly
Orion Freight reported revenue of 842 million dollars for the second quarter, up 6 percent on a year earlier. Net profit fell to 31 million dollars from 54 million because of higher fuel costs and a write-down on its warehouse in Rotterdam. The company moved 1.9 million containers, a record. Chief financial officer Dana Whitlock said that rates on routes across the Pacific had recovered since May and that the second half of the year should be better than the first. Orion kept its forecast of 120 million dollars in net profit for the whole year. It will close two of its eleven depots in Germany, with the loss of 260 jobs, and buy six ships that can run on methanol. The dividend stays at 45 cents. The shares closed down 2.3 percent in Chicago, where the company is based.
+ Orion Freight earned less in the second quarter although revenue grew.
+ The company still expects a net profit of 120 million dollars this year.
+ Two German depots will be closed.
+ Net profit dropped to 31 million dollars.
+ The company handled more containers than ever before.
- role: Revenue fell to 31 million dollars while net profit rose to 842 million.
- number: Orion will buy sixteen ships that can run on methanol.
- negation: The company cut its dividend.
- entity: The company wrote down the value of its warehouse in Hamburg.
- certainty: Rates on routes across the Atlantic have recovered since May.
- number: Net profit fell by 6 percent.
- addition: Chief executive Dana Whitlock announced her resignation.
- date: The figures are for the third quarter.
# camera
The Lumo X2 is a compact camera with a one-inch sensor of 20 megapixels and a lens that zooms from 24 to 120 millimetres. It weighs 310 grams and fits in a jacket pocket. Video is recorded in 4K at up to 30 frames a second; the earlier X1 managed only full HD. The battery lasts for about 280 pictures, fewer than those of rivals. The screen folds upwards but is not sensitive to touch, and there is no viewfinder. In our test the autofocus was fast in daylight and hesitant in the dark. Pictures were sharp up to ISO 1600. The camera has Wi-Fi but no GPS and is not waterproof. It costs 649 euros, 50 more than its predecessor, and comes in black or silver. A charger for the wall is not in the box.
+ The X2 films in 4K, which the model before it could not do.
+ The camera costs 649 euros.
+ The battery does not last as long as those of competing cameras.
+ Autofocus works better by day than in low light.
+ It has neither a viewfinder nor GPS.
- negation: The camera is waterproof and has a touchscreen.
- number: The camera weighs 130 grams.
- role: The X1 costs 50 euros more than the X2.
- entity: It is sold in black or red.
- number: The battery lasts for about 820 pictures.
- addition: A second battery is included in the box.
- opposite: The autofocus was slow in daylight.
# canal
The Aldous Canal was dug between 1794 and 1801 to carry coal from the pits of Northmoor to the port of Stane. Its engineer, William Aldous, had never built anything larger than a mill dam. The canal is 47 kilometres long and climbs 83 metres by 29 locks. Some 1,200 men worked on it, most of them from Ireland, and at least 64 died. In its best year, 1838, it carried 410,000 tonnes. The railway that opened in 1846 took most of the traffic within a decade. The last coal boat passed in 1952, and two years later the canal was closed. Volunteers began to restore it in 1973; today 38 kilometres can be used by pleasure boats. The tunnel at Greyhill, 900 metres long, is home to a colony of rare bats and remains shut.
+ The canal was built to bring coal to the port of Stane.
+ After the railway opened, the canal lost most of its traffic.
+ At least 64 workers died during construction.
+ Most of the canal's length is open to boats again thanks to volunteers.
+ Aldous had little experience when he was put in charge.
- number: The canal climbs 29 metres by 83 locks.
- date: The canal was closed in 1973.
- entity: Most of the workers came from Scotland.
- role: The canal that opened in 1846 took most of the traffic from the railway.
- negation: Boats can use the tunnel at Greyhill.
- stitch: Volunteers dug the canal between 1794 and 1801 to carry coal.
- addition: Queen Victoria opened the restored canal.
# sleep
Adults who sleep less than six hours a night catch colds more than four times as often as those who sleep more than seven, researchers have found. The team at Corbin University gave 164 healthy volunteers nose drops containing a cold virus and watched them in a hotel for five days. Sleep had been measured for a week beforehand by a sensor on the wrist. Age, stress and smoking made less difference than sleep did. Those who slept between six and seven hours had no higher risk than long sleepers. "It is not a luxury," said psychologist Ethan Moss. The study does not show why; the authors suspect that lack of sleep disturbs the body's T cells. Only people between 18 and 55 took part, so that nothing can be said about the elderly. The volunteers were paid 1,000 dollars each.
+ People who get little sleep are much more likely to catch a cold.
+ The volunteers were deliberately exposed to a cold virus.
+ Smoking mattered less than sleep.
+ The cause of the effect is not yet known.
+ The results cannot be applied to old people.
- certainty: The study shows that lack of sleep destroys T cells.
- number: The team studied 1,640 volunteers.
- role: Adults who sleep more than seven hours catch colds four times as often as those who sleep less than six.
- negation: Those who slept between six and seven hours had a higher risk.
- entity: The study was done at Harvard University.
- exaggeration: Nobody who sleeps more than seven hours catches a cold.
- addition: The volunteers drank no alcohol during the study.
# solar
The village of Hollen in Jutland will be the first in Denmark to heat all its homes with solar energy, even in winter. A field of collectors as large as nine football pitches warms water in summer, which is kept in a lined pit holding 75,000 cubic metres. Some 430 households are connected. On the darkest days a heat pump helps out, which the operator expects to supply 8 percent of the energy. Heating costs should fall by about a fifth. The plant cost 115 million kroner, of which the European Union paid 28 million. Neighbours had objected that the collectors would dazzle drivers, but a court dismissed the complaint last spring. Engineer Mette Friis said that the hardest part had been to make the pit watertight. Delegations from Canada and China have visited the site.
+ A Danish village is to be heated by solar energy throughout the year.
+ Summer heat is stored as hot water in a large pit.
+ Residents should pay less for heating.
+ A heat pump provides a small part of the energy in winter.
+ The plant was partly financed by the European Union.
- number: The heat pump is expected to supply 80 percent of the energy.
- negation: A court stopped the plant because the collectors dazzle drivers.
- entity: The village of Hollen in Sweden will heat all its homes with solar energy.
- role: The European Union paid 115 million kroner, and the village 28 million.
- attribution: A court said that the hardest part had been to make the pit watertight.
- certainty: Heating costs have fallen by half.
- addition: Villages in Canada and China have built the same plant.
# router
To reset the HomeLink 5 router, hold the button on the back for ten seconds until the light turns orange. All settings, including the name and password of the network, will be lost; phone settings are kept. The restart takes about three minutes. After that connect to the network printed on the label and open the page homelink.box. Firmware is updated automatically between two and four in the morning unless this is switched off. The router supports up to 64 devices on Wi-Fi, eight of them in the guest network. If the light blinks red, there is no connection to the line: check the cable first, then call the hotline on weekdays between 8am and 8pm. Do not open the case, since this voids the two-year warranty. The device must not be used outdoors.
+ Holding the button for ten seconds resets the router.
+ Telephone settings survive a reset.
+ A blinking red light means that the line has no connection.
+ Opening the case ends the warranty.
+ Updates are installed at night by default.
- negation: The name and password of the network are kept.
- number: Hold the button on the back for thirty seconds.
- entity: The light turns green after ten seconds.
- number: The guest network supports up to 64 devices.
- opposite: The device may be used outdoors.
- date: The hotline can be called at weekends.
- addition: The router can also be reset through the mobile app.
# policy
Employees may work from home on up to two days a week once they have finished their probation of six months. The days are agreed with the team leader and may not include Tuesday, when all teams meet in the office. Part-time staff who work three days or fewer may take one day. The company provides a laptop and a headset; a desk and chair must be paid for by the employee, who may claim up to 250 euros once. Work from abroad is possible for ten days a year inside the European Union and needs the approval of the tax department. Travel to the office is not reimbursed. Trainees and staff in the laboratory are excluded. The rule applies from 1 May and will be reviewed after a year together with the works council.
+ After six months employees can work from home two days a week.
+ Everybody has to come to the office on Tuesdays.
+ Working from another EU country is allowed for up to ten days a year with approval.
+ Trainees cannot work from home.
+ Employees can get 250 euros towards a desk and chair.
- negation: Travel to the office is reimbursed.
- number: Employees may work from home on up to three days a week.
- entity: Work from abroad needs the approval of the team leader.
- role: The employee provides a laptop, and the company pays for the desk and chair.
- opposite: Staff in the laboratory may work from home as well.
- date: The rule applies from 1 March.
- exaggeration: Employees may work from anywhere in the world.
# battery
A fire in a shed of a recycling firm near Antwerp was caused by a battery from an electric scooter, the fire service said on Wednesday. Sixty firefighters needed until noon to put out the flames, which had broken out shortly after three. Residents were asked to keep windows shut because of the smoke, but measurements found no dangerous values. A worker was treated for shock. The firm, Recupel Noord, put the damage at two million euros and said that batteries hidden in scrap metal were found almost every day. It was the fourth fire there since 2021. The mayor, Bart Claessens, wants the firm to move away from the houses; talks about a new site in the port have been going on for two years. Recycling firms in Belgium reported 98 battery fires last year, against 41 in 2020.
+ A scooter battery caused a fire at a recycling company near Antwerp.
+ The smoke was found not to be dangerous.
+ The firm estimates the damage at two million euros.
+ The number of battery fires in Belgium has more than doubled since 2020.
+ The mayor would like the company to move elsewhere.
- negation: Measurements found dangerous values in the smoke.
- certainty: The firm has moved to a new site in the port.
- number: It was the fourteenth fire there since 2021.
- entity: The fire was caused by a battery from an electric car.
- addition: A firefighter was killed while putting out the flames.
- attribution: The mayor said that batteries hidden in scrap metal were found almost every day.
- stitch: A worker put the damage at two million euros.
# opera
The opera house in Tiflin will reopen on 12 October, four years later than planned and at twice the cost. The renovation of the building from 1889 began in 2015. Asbestos, a bankrupt contractor and a flooded cellar caused one delay after another. In the end 286 million was spent, of which the state paid two thirds and the city the rest. The hall now has 1,420 seats, 80 fewer than before, but better sight lines and acoustics. The company had performed in a former tram depot, where it won younger audiences and intends to go on showing one production a year. The first evening will be Verdi's Falstaff, conducted by music director Nino Gelava. Tickets were sold out in 50 minutes. The audit office criticised the city for starting work before the plans were complete.
+ After many delays Tiflin's opera house opens again in October.
+ The renovation cost twice as much as planned.
+ There are fewer seats than before, but one sees and hears better.
+ One production a year will still be shown in the old tram depot.
+ The state bore most of the costs.
- role: The city paid two thirds and the state the rest.
- number: The hall now has 80 seats more than before.
- entity: The first evening will be Puccini's Tosca.
- negation: There are still tickets for the first evening.
- attribution: Nino Gelava criticised the city for starting work before the plans were complete.
- cause: A fire in the cellar caused one delay after another.
- date: The renovation began in 2005.
# parcel
Police in Ontario are looking for a couple who have been stealing parcels from porches while dressed as delivery drivers. At least 70 packages have disappeared in the town of Greer since the middle of November, among them a wheelchair part and an urn. Doorbell cameras show a man and a woman in brown jackets with a white van. Sergeant Louise Tran said the two leave an empty box behind, so that victims notice the theft only hours later. The couple may also be responsible for 30 thefts in nearby Halton. Residents have formed a group that collects parcels for neighbours who are at work. One retired teacher, Bill Moody, put a box with a dye bomb on his porch, which the police asked him to remove. Anyone who knows the pair is asked to call. No arrests have been made.
+ Two people dressed as couriers are stealing parcels in an Ontario town.
+ The thieves put an empty box in place of what they take.
+ The same pair might have stolen parcels in Halton too.
+ Neighbours are helping each other by taking in parcels.
+ So far nobody has been arrested.
- certainty: The couple also stole 30 parcels in nearby Halton.
- negation: Police have arrested a couple who stole parcels.
- number: At least 700 packages have disappeared in Greer.
- entity: Sergeant Louise Tran put a box with a dye bomb on her porch.
- role: The police asked Bill Moody to put a dye bomb on his porch.
- addition: A reward of 5,000 dollars has been offered by the post office.
- stitch: One retired teacher leaves an empty box behind, so that victims notice the theft only hours later.
# treaty
Fourteen countries signed a treaty in Lima on Tuesday to protect deep-sea corals in the South Pacific. It bans bottom trawling below 800 metres in an area about the size of India. Japan and Spain, which have fleets there, did not sign; Spain said it needed more time. The treaty will come into force once nine parliaments have ratified it, which diplomats expect to take about two years. Chile's foreign minister, Andrea Solis, called it the most important step for the oceans in a generation. Ships will have to carry trackers, and catches will be checked in port. A fund of 40 million dollars, half of it from New Zealand, is to help island states with patrols. Environmental group Deep Watch praised the ban but said that without satellites it would exist on paper only.
+ A treaty to protect corals in the South Pacific was signed in Lima.
+ Fishing with bottom trawls will be forbidden below 800 metres.
+ The treaty is not in force yet.
+ Spain and Japan have not joined the treaty.
+ New Zealand will give 20 million dollars to the fund.
- certainty: Nine parliaments have ratified the treaty.
- number: Forty countries signed a treaty in Lima.
- entity: Peru's foreign minister called it the most important step for the oceans in a generation.
- negation: Japan and Spain signed the treaty as well.
- attribution: Andrea Solis said that without satellites the ban would exist on paper only.
- date: Diplomats expect ratification to take about ten years.
- opposite: The treaty permits bottom trawling below 800 metres.
# drug
The medicines agency has withdrawn the licence of the weight-loss pill Slimora after eleven reports of severe liver damage. Two patients needed a transplant and one died. About 60,000 people in the country take the pill, which has been on sale since 2021. They should stop taking it and see a doctor if they notice yellow skin or dark urine, the agency said. The maker, Pellar Pharma, said that no link had been proven but that it respected the decision and would take back unused packs. Its shares lost a quarter of their value. In trials with 3,100 patients, liver values had been raised in 0.4 percent. Professor Uta Brand of the university hospital in Kell said that the agency had reacted quickly. Slimora remains on sale in Brazil, where the authority is examining the reports.
+ A slimming pill has been taken off the market because of liver damage.
+ One patient died and two needed a new liver.
+ The manufacturer denies that a link has been proven.
+ The pill is still sold in Brazil.
+ Patients are advised to stop taking the pill.
- number: Eleven patients died of liver damage.
- attribution: Uta Brand said that no link had been proven.
- negation: The maker will not take back unused packs.
- certainty: Brazil has withdrawn the licence of the pill as well.
- entity: The agency has withdrawn the licence of a pill against high blood pressure.
- stitch: About 60,000 people in the country needed a transplant.
- role: Pellar Pharma has withdrawn the licence of the medicines agency.
# cheese
The Swedish company Nordost has lost the right to call its cheese feta in Britain as well. A tribunal in London said on Monday that the name was reserved for cheese made in Greece from the milk of sheep and goats, as a trade agreement of 2023 provides. Nordost, which uses cow's milk, has sold the product to British supermarkets since 1998 and now has until the end of the year to change its labels. It said that it would call it "salad cheese", as it has done in the European Union since 2007. Greek farmers' leader Kostas Pappas spoke of a victory for honesty. Exports of Greek feta to Britain were worth 41 million pounds last year. Nordost estimated that the change would cost 600,000 pounds and did not plan to appeal.
+ A Swedish firm may not sell its cow's milk cheese as feta in Britain any more.
+ The company has until the end of the year to relabel its cheese.
+ Nordost will not appeal against the ruling.
+ In the EU the product has been called salad cheese for years.
+ The name feta is reserved for Greek cheese from sheep's and goat's milk.
- negation: The tribunal said that Nordost may go on calling its cheese feta.
- certainty: Nordost will appeal against the decision.
- number: The change will cost six million pounds.
- entity: The tribunal said that feta must be made in Cyprus.
- role: Exports of British feta to Greece were worth 41 million pounds.
- date: Nordost has until the end of the week to change its labels.
- attribution: Nordost spoke of a victory for honesty.
# tunnel
Workers digging a railway tunnel under the Strait of Corran broke through on Sunday, joining the two halves after seven years. The tunnel is 23 kilometres long and will carry trains at up to 250 kilometres an hour, cutting the journey between Ardmoor and the island city of Leith Bay from three hours by ferry to 25 minutes. The borers met within four centimetres of each other. Track and signals have still to be laid, and the first passengers are expected in 2028. The cost has risen from 5.2 to 7.9 billion crowns. Five workers have lost their lives. Ferry company Corran Lines, which employs 610 people, fears that it will have to give up. Transport minister Agnes Muir said that a ferry for lorries would be supported until 2035.
+ The two halves of a railway tunnel below the Strait of Corran have been joined.
+ Trains will take 25 minutes for a journey that lasts three hours by ferry.
+ The tunnel has become much more expensive than planned.
+ Passengers will not be able to use the tunnel before 2028.
+ The ferry company is afraid that it will not survive.
- certainty: The tunnel opened to passengers on Sunday.
- number: Fifteen workers have lost their lives.
- role: The journey takes three hours by train and 25 minutes by ferry.
- negation: The cost of the tunnel has fallen to 5.2 billion crowns.
- entity: Corran Lines said that a ferry for lorries would be supported until 2035.
- addition: The tunnel is the longest in the world.
- stitch: The borers fears that it will have to give up.
- date: Workers broke through after seventeen years.
# poet
Poet Ines Varga has been awarded this year's Harland Prize for her collection Salt Rooms. The prize is worth 50,000 pounds. Varga, 66, was born in Budapest and came to Cardiff as a student in 1978; she writes in Welsh and English but never, she says, in Hungarian, "the language I quarrel in". The jury praised "poems that listen before they speak". Salt Rooms, her seventh book, deals with her mother's years in a camp. Chair of the jury Colin Teague said that the decision had been unanimous and had taken twenty minutes. The favourite of the bookmakers was the American Dale Hutter. Varga works three days a week as a bus driver and said that she had no plans to stop: "Where else would I hear such sentences?" The prize has been given since 1962; nine women have won it.
+ Ines Varga won the Harland Prize for poetry.
+ The jury agreed on the winner within twenty minutes.
+ The poet does not write in her first language.
+ Varga means to keep her job as a bus driver.
+ Her book is about the time her mother spent in a camp.
- entity: Dale Hutter has been awarded this year's Harland Prize.
- negation: Varga plans to give up her work as a bus driver.
- number: Salt Rooms is her seventeenth book.
- role: The bookmakers' favourite, Ines Varga, beat the American Dale Hutter.
- attribution: Ines Varga said that the decision had been unanimous.
- stitch: Chair of the jury Colin Teague was born in Budapest and came to Cardiff as a student in 1978.
- date: The prize has been given since 1926.
`;
