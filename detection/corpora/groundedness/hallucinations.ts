/**
 * Summaries of our articles as models hallucinate them: freely worded, near the subject, with invented details. Each line names
 * its article (read by `articles.ts`).
 */
export const hallucinations = `
ferry: A 34-year-old captain has been arrested after a cruise ship collided with a fishing boat in thick fog.
ferry: Dozens of tourists are feared missing after their boat capsized on a trip to the islands.
chipmaker: A Japanese carmaker has chosen Portugal for a battery plant that will create 5,000 jobs.
chipmaker: The European Union is to sue Portugal over subsidies for a semiconductor firm from Taiwan.
keeper: Ashford Rovers goalkeeper Daniel Obi has been called up by Nigeria for next month's qualifiers.
keeper: Championship side Carrick City have reached the final for the second season in a row.
vaccine: A malaria vaccine developed at Oxford has been approved for use in all African countries.
vaccine: Scientists have warned that mosquitoes are becoming resistant to a drug used in Malawi.
mayor: The mayor of Linfield has been found guilty of taking bribes from a building firm.
mayor: A councillor has won her appeal against suspension over comments on social media.
wildfire: Three firefighters were killed while battling a blaze that broke out at a campsite near the coast.
wildfire: A Spanish court has sentenced a farmer to twelve years in prison for starting a forest fire.
library: The oldest library in Brantley is to be turned into luxury flats, developers have confirmed.
library: A charity founded by a best-selling novelist has stepped in to pay for libraries in Brantley.
comet: Nasa is planning to land a probe on a comet discovered last year by an amateur in Australia.
comet: An asteroid the size of a bus will pass between the Earth and the Moon next weekend.
bakery: A baker from Glasgow has set a world record for the largest pastry ever made.
bakery: Supermarket chain Farrow is to close forty shops with the loss of 900 jobs.
strike: Rail workers have voted to accept an improved offer, ending a dispute that lasted seven months.
strike: Thousands of commuters were stranded when signals failed at the main station in Berlin.
painting: A stolen portrait by Rubens has been returned to a museum in Antwerp after a phone call by a repentant thief.
painting: A retired art teacher has admitted forging works by Dutch masters for three decades.
quake: A powerful aftershock has brought down a hospital in the capital, killing two nurses.
quake: The World Bank has promised 200 million dollars to rebuild schools after last year's earthquake.
app: A payment company from California has laid off a tenth of its staff after losing millions of users.
app: Hackers stole the card details of two million customers of a money transfer service.
whale: A blue whale calf has been born in captivity for the first time at an aquarium in Hobart.
whale: Navy sonar has been blamed by scientists for the deaths of dozens of dolphins.
rent: House prices in the capital have reached a record high as foreign investors buy up flats.
rent: Berlin's mayor has been criticised for renting out her own flat to tourists.
knife: A man has been found guilty of murdering a newsagent during a robbery in Birmingham.
knife: The family of a boy stabbed outside a school in Harlow Green have called for more police patrols.
school: A primary school in County Mayo has been named the best in Ireland by inspectors.
school: A head teacher has been suspended over claims that lottery money meant for her school went missing.
oil: Petrol stations are running dry across the country as panic buying enters its second week.
oil: Saudi Arabia's state oil company has announced a profit of 40 billion dollars for the last quarter.
marathon: Britain's Paula Reeve has pulled out of the London marathon because of a knee injury.
marathon: A runner has been banned for four years after testing positive for a forbidden substance in Lisbon.
tax: Plans for a tax on alcohol have been dropped by the government after protests by pub owners.
tax: Children who drink more than one can of cola a day are twice as likely to have diabetes, a study says.
bridge: A lorry driver has died after his vehicle plunged from a bridge into the river in heavy winds.
bridge: The city of Weldon is to build a second bridge for cyclists, paid for by a toll.
singer: The singer Mara Quill has announced her engagement to the footballer Jon Varley.
singer: Police are investigating the death of a fan at a concert by Mara Quill in Hamburg.
bees: A pesticide blamed for the death of honey bees has been banned by the German government.
bees: Beekeepers in Bavaria have reported the worst honey harvest for forty years.
crash: A pilot and three passengers have been rescued after their helicopter ditched in the Channel.
crash: The owner of an airfield has been fined over the death of a skydiver.
museum: A Norwegian museum has returned a Viking ship to Denmark after a long legal battle.
museum: Two brothers from Malmö have been jailed for stealing a diamond tiara.
heat: Heavy snow has closed roads and schools in the south of Corvina for a third day.
heat: A group of pensioners is suing the government of Corvina for failing to act on climate change.
robot: A Japanese robot has beaten the human world champion at table tennis.
robot: Swiss police have begun to use drones to find missing hikers in the mountains.
coach: Boston have signed the Swedish forward Erik Sandberg on a four-year contract.
coach: The Tampa Comets are to move to a new stadium in Orlando, the league has announced.
flood: A dam has burst in the north of the country, forcing half a million people from their homes.
flood: An engineer has been charged with negligence over a flood that killed a family in a cellar.
merger: Discount chain Lenz is to open fifty shops in Britain and hire 2,000 people.
merger: Supermarkets have been accused of charging loyal customers more than new ones.
dog: A terrier that saved a drowning boy in Cumbria has been given a medal for bravery.
dog: Dog thefts have doubled in a year, according to figures released by police forces in England.
council: Bellhaven is to become the first British city to ban diesel cars from its centre.
council: A cyclist has been killed by a bus at a junction that residents had called dangerous.
nurse: Nurses at Eastmoor Hospital have voted to go on strike over unsafe staffing levels.
nurse: A doctor who prescribed fatal doses of painkillers to six patients has been struck off.
satellite: India has become the fourth nation to send astronauts into space on its own rocket.
satellite: A piece of a Chinese rocket has fallen on a farm in the Indian state of Kerala.
cafe: A chef from Melbourne has been awarded three stars for his restaurant in Paris.
cafe: An asylum seeker who set up a food bank in Sydney has been told that she must leave Australia.
clock: Church bells in Devon are to be silenced at night after complaints by hotel guests.
clock: A 90-year-old bell ringer has died after falling from a church tower in Exeter.
wolf: A wolf that killed more than a hundred sheep in the Netherlands has been shot by a hunter.
wolf: Brown bears are to be reintroduced in the forests of the Ardennes under a plan by biologists.
phone: Teachers in Norway have been told to stop contacting pupils on social media.
phone: A teenager who spent 9,000 pounds on a mobile game has had his money refunded.
actor: The actor Edward Lorne is recovering in hospital after falling from the stage in Leeds.
actor: A statue of the detective from Harbour Lights has been unveiled in Brighton by the Duke of Kent.
bank: Meridian Bank is to close a quarter of its branches by the end of next year.
bank: A former manager of Castle Bank has been jailed for stealing from elderly customers.
tea: A drought in the Indian state of Assam has driven the price of tea to its highest level for ten years.
tea: Cornwall's oldest brewery has been sold to a Chinese drinks company for 60 million pounds.
court: Police in Ohio shot dead an unarmed man at a traffic stop because they took his phone for a gun.
court: The Supreme Court has refused to hear an appeal by a technology firm over a patent for watches.
ski: Two British skiers were killed by an avalanche while skiing off-piste in the Italian Alps.
ski: A ski resort in Switzerland is to open a cable car that crosses the border to Italy.
exam: A teacher has been dismissed for writing the answers on the board during a mathematics exam.
exam: University tuition fees in the province of Sorel are to rise by 12 percent next year.
swim: A Swedish teenager has won gold in the 400 metres freestyle at the European championships.
swim: A swimmer is missing after trying to cross the Irish Sea to raise money for a cancer charity.
quarterly: Danish shipping group Orion is to buy its Chicago rival for 2.1 billion dollars.
quarterly: Pirates have seized a container ship of Orion Freight off the coast of Somalia.
canal: A Victorian railway tunnel is to be reopened as a cycle path at a cost of 11 million pounds.
canal: Dredging of the Aldous Canal has been stopped after the discovery of an unexploded bomb.
sleep: Drinking coffee in the evening doubles the risk of heart disease, researchers in Boston say.
sleep: Night workers in hotels have won a legal claim for higher pay.
solar: Denmark is to build the largest wind farm in the world in the North Sea.
solar: A power cut left the village of Hollen without heating for three days in January.
battery: An electric bus caught fire in Brussels, injuring eleven passengers.
battery: A Belgian start-up has invented a way to recycle batteries without heat.
opera: A tenor collapsed on stage during the second act of Tosca in Tiflin and died in hospital.
opera: The opera house in Tiflin has dismissed its conductor over a row about pay.
parcel: A delivery driver in Ontario has been rewarded for rescuing a toddler from a frozen pond.
parcel: Canada's postal workers are to be offered body cameras after a series of attacks.
treaty: Japanese whalers have returned to port with the largest catch for thirty years.
treaty: An oil spill off the coast of Peru has killed thousands of sea birds.
drug: A health service is to offer a weight-loss injection to children from the age of twelve.
drug: The head of a drug company has been charged with hiding the results of a trial.
cheese: A Greek dairy has recalled its feta after customers found pieces of metal in it.
cheese: British cheese makers say that exports to Sweden have halved since the new trade rules.
tunnel: A fire in the Channel tunnel has led to the cancellation of all trains for a second day.
tunnel: Plans for a bridge to the island of Leith Bay have been abandoned because of the cost.
poet: The Welsh poet Ines Varga has died in a road accident at the age of 66.
poet: A Hungarian novelist has returned a literary prize in protest at the government in Budapest.
`;
