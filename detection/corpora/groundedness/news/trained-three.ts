/**
 * Invented news articles in the style of regional broadcasters, whose heading tells the point, with right and wrong one-sentence
 * summaries (read by `articles.ts`).
 */
export const newsTrainedThree = `
# quarryswim
Callum Betts, from Shirehampton, got into difficulty at Nether Quarry at about 16:20 BST on Thursday. Friends who were with him tried to reach him with a rope but could not pull him to the side. Divers recovered his body from a depth of eight metres four hours later. He had been due to start an apprenticeship as an electrician in September. Headteacher Sarah Munro of Larkfield Academy, which he left last month, said that he had been a kind and funny young man who would be missed by everyone. Temperatures in the area reached 31C on Thursday, but the water in the quarry is rarely warmer than 12C below the surface. Signs warn that swimming is forbidden, and the fence around the site was repaired in May after a hole had been cut in it. Insp Paul Keen of Avonshire Police said that officers had spoken to eleven teenagers at the quarry only two days earlier and had asked them to leave. "Every summer we say it and every summer we knock on a mother's door," he said. Nether Quarry, which has been disused since 1987, belongs to Castleford Aggregates. The firm said that it was deeply saddened and was working with the police. In 2013 a 22-year-old woman drowned there, and a coroner recommended that the water should be dyed black to put people off, as has been done in Derbyshire. That was never carried out because of the cost. Councillor Meena Shah said she would raise the matter again next week. The boy's family have asked to be left alone. Flowers and football shirts have been left at the gate. A fund started by his team, Shirehampton Colts, had raised 6,300 pounds by Friday evening.
+ copy: Divers recovered his body from a depth of eight metres four hours later.
+ copy: Insp Paul Keen said that officers had spoken to eleven teenagers at the quarry and had asked them to leave.
+ copy: Signs warn that swimming is forbidden, and the fence around the site was repaired in May.
+ free: A teenager has drowned while swimming in a disused quarry during hot weather.
+ free: The death of a teenage boy in a quarry has led to renewed calls for its water to be dyed.
+ free: Tributes have been paid to a school leaver who died in the water of a former quarry.
+ free: Police had warned youngsters to stay away from a quarry two days before a boy drowned in it.
- copy-fusion: A 22-year-old woman got into difficulty at Nether Quarry at about 16:20 BST on Thursday.
- copy-coreference: Sarah Munro had been due to start an apprenticeship as an electrician in September.
- copy-hedge: A coroner recommended that the water should be dyed black, and that was carried out in May.
- free-extrinsic: A 14-year-old boy has drowned in a river in South Yorkshire while trying to save his younger brother.
- free-extrinsic: The owner of a quarry in Somerset has been fined 250,000 pounds over the death of a swimmer.
- free-relation: A man has been arrested after the body of an electrician was found in a quarry near Shirehampton.
- free-outcome: A quarry is to be filled in after a teenager became the third person to die there.
- free-extrinsic: A lifeguard who failed to save a drowning girl at a holiday park has been suspended.
# lensmp
The Honiton Vale MP, who has represented the constituency since 2010, told local party members in a letter that he wanted to spend more time with his wife, who is being treated for multiple sclerosis. Graham Pascoe, 59, was a junior transport minister for fourteen months until he resigned in 2018 over plans for a third runway. He has rebelled against his party's leaders on 37 occasions, most recently in March, when he voted against cuts to bus services. He won the seat at the last election with a majority of 2,214, down from more than 9,000. "I have loved almost every day of it," he wrote. Party chairwoman Olivia Stark thanked him for his service and said that a candidate would be selected by the end of October. Among those believed to be interested are county councillor Dominic Frayne and the former Olympic rower Tessa Holm. Neither wished to comment. The opposition, which came second in the constituency last time, has already chosen a GP, Dr Farah Siddiqui, as its candidate. She said that she wished Mr Pascoe's family well. "We disagreed about nearly everything, but he always answered his letters," she added. He is the eleventh MP of his party to announce that he will not stand again. An election must be held within eighteen months. Mr Pascoe worked as a dairy farmer before he entered parliament and still helps on the farm near Culmstock, which is run by his brother. He attracted attention in 2014 when he brought a calf to Westminster to protest at the price of milk. He said that he would continue as president of the county's agricultural show. Asked by this programme whether he would accept a seat in the House of Lords, he laughed and said that nobody had offered him one.
+ copy: Graham Pascoe, 59, was a junior transport minister until he resigned in 2018 over plans for a third runway.
+ copy: Party chairwoman Olivia Stark said that a candidate would be selected by the end of October.
+ copy: He won the seat at the last election with a majority of 2,214, down from more than 9,000.
+ free: MP Graham Pascoe has announced that he will step down at the next general election.
+ free: A former transport minister is to leave parliament to be with his sick wife.
+ free: The member for Honiton Vale will not be a candidate at the coming election.
+ free: A politician who once took a calf to parliament is giving up his seat.
- copy-fusion: Dominic Frayne was a junior transport minister until he resigned over cuts to bus services.
- copy-coreference: Dr Farah Siddiqui, who is being treated for multiple sclerosis, said that she wished Mr Pascoe's family well.
- copy-number: He has rebelled against his party's leaders on 11 occasions.
- copy-hedge: Mr Pascoe said that he would accept a seat in the House of Lords.
- free-extrinsic: Conservative MP Graham Pascoe has defected to the Liberal Democrats over Brexit.
- free-relation: Dr Farah Siddiqui has been elected as the new MP for Honiton Vale in a by-election.
- free-extrinsic: Transport Secretary Graham Pascoe has resigned from the cabinet over a row about expenses.
- free-outcome: An MP is to stand down after being diagnosed with multiple sclerosis.
- free-extrinsic: Former Olympic rower Tessa Holm has been made a dame in the New Year Honours list.
# hospitalparking
The trust said the new tariff, which comes into force on 1 June, would bring in about 640,000 pounds a year that would be spent on patients. The first half hour will remain free. After that it will cost 3.20 pounds for up to two hours, compared with 2.50 now, and 12 pounds for a day, compared with 8. Blue badge holders, parents of children who stay overnight and people who come for chemotherapy or dialysis will still not have to pay. Staff permits will go up by a tenth. Janet Coyle, whose husband has been on a ward at Trentmoor Infirmary since his stroke in January, said she had already spent more than 400 pounds. "I visit twice a day because he only eats when I feed him. It is a tax on being ill," she said. Malcolm Reid of the health workers' union called the increase a kick in the teeth for nurses who work nights, when there are no buses. Finance director Gurpreet Bains said that the charges had not been changed for six years and were lower than those at four of five neighbouring hospitals. He added that the multi-storey car park, opened in 2006, needed repairs to its concrete that would cost at least 1.8 million pounds. A petition against the increase had been signed by 5,100 people by Wednesday. Hospital parking is free for all in Scotland and Wales. Ministers in England promised in 2019 to abolish the charges for those in greatest need but left other decisions to the trusts. The trust's board approved the increase by seven votes to four, after two hours of discussion. One of those who voted against, the patients' representative Gwen Astley, said that she had thought of resigning but had decided to stay and keep arguing.
+ copy: The trust said the new tariff would bring in about 640,000 pounds a year that would be spent on patients.
+ copy: Blue badge holders and people who come for chemotherapy or dialysis will still not have to pay.
+ copy: Finance director Gurpreet Bains said that the charges had not been changed for six years.
+ free: A hospital's decision to raise its parking charges has been condemned by visitors and a union.
+ free: It will cost up to half as much again to park at Trentmoor Infirmary from June.
+ free: Thousands of people have put their names to a petition against dearer parking at a hospital.
+ free: A woman says that she has paid hundreds of pounds to park while visiting her husband in hospital.
- copy-fusion: Gwen Astley, whose husband has been on a ward since his stroke in January, said that she had thought of resigning.
- copy-number: A petition against the increase had been signed by 640,000 people by Wednesday.
- copy-role: The trust's board approved the increase by four votes to seven.
- copy-hedge: Blue badge holders will have to pay under the new tariff.
- free-extrinsic: Parking charges at hospitals in Wales are to be scrapped from April, the health minister has said.
- free-outcome: A hospital trust has abandoned plans to raise parking charges after a petition.
- free-extrinsic: Nurses at a hospital in Nottingham have been fined for parking on double yellow lines.
- free-relation: A hospital trust is to spend 640,000 pounds on repairs to a multi-storey car park.
- free-extrinsic: A consultant has been suspended over the deaths of two patients at Trentmoor Infirmary.
# hedgehogbypass
The young males were found by a dog walker in a plastic bag beside the A417 near Birdham on Saturday. One had a broken leg and all were badly dehydrated, according to the rescue centre at Prickly Lodge, which is caring for them. "Whoever did this tied a knot in the bag, so it was no accident," said its founder, Tracey Wills. She thought the animals were about five weeks old and could be released in the spring if they reached a weight of 650 grams. The dog walker, who did not want to be named, had seen the bag move and thought that it held kittens. A vet, Dr Anders Holt, operated on the broken leg for an hour on Sunday and said that the prospects were good. The centre has taken in 212 hedgehogs so far this year, compared with 140 in the whole of last year, and has had to turn some away. Mrs Wills, a former hairdresser who began with a hutch in her kitchen, blamed mild weather, which leads the animals to have a second litter too late in the year. The number of hedgehogs in the countryside has fallen by between 30 and 75 percent since the turn of the century, a report by two charities found, while the populations in towns seem to have become stable. Harming a hedgehog is an offence for which a court may impose six months in prison. The animal charity RPA has appealed for anyone who saw a car stop on the road between 07:00 and 09:00 to call its inspectors. A resident of Birdham has offered a reward of 500 pounds. The centre is run by volunteers and needs cat food, newspapers and towels. It has named the survivors after the members of a boy band.
+ copy: The young males were found by a dog walker in a plastic bag beside the A417 near Birdham.
+ copy: A vet, Dr Anders Holt, operated on the broken leg for an hour on Sunday and said the prospects were good.
+ copy: The centre has taken in 212 hedgehogs so far this year and has had to turn some away.
+ free: Baby hedgehogs have been rescued after being dumped by a roadside in a tied bag.
+ free: An animal charity wants to hear from witnesses after hedgehogs were abandoned beside a main road.
+ free: A rescue centre that is nursing abandoned hedgehogs says that more and more of the animals need its help.
- copy-fusion: Dr Anders Holt, a former hairdresser who began with a hutch in her kitchen, operated on the broken leg.
- copy-coreference: Tracey Wills had seen the bag move and thought that it held kittens.
- copy-number: The centre has taken in 140 hedgehogs so far this year, compared with 212 in the whole of last year.
- copy-hedge: Mrs Wills said that it was an accident.
- free-extrinsic: A man has been jailed for six months for kicking a hedgehog to death in a park.
- free-extrinsic: Six kittens have been found dead in a suitcase at a railway station in Kent.
- free-outcome: Four hedgehogs that were left in a bag by a road have been released into the wild.
- free-relation: A dog walker has been given a reward of 500 pounds after finding a bag of hedgehogs.
# cricketdraw
Resuming on 212-4, the visitors lost their last six wickets for 61 runs on either side of lunch, leaving the home side to score 287 in 56 overs. They had reached 198-7 when bad light ended play with nine overs left. Captain Imogen Dace held out for 94 balls to make an unbeaten 31 and shared a stand of 22 with the number nine, Priya Nandra, that lasted for an hour. Leg-spinner Keisha Bramble took 5-67 for Westmoreland, including three wickets in 14 balls after tea. Earlier, Norton's seamer Alice Fell had finished with match figures of 9-118, her best in the championship. Opener Beth Lacey had given the chase a good start with 72 from 81 balls before she was run out by a direct hit from Jo Sandys at cover. "We fancied it at tea and were glad to get away with it at the end," said Dace. "That is the game, isn't it?" Westmoreland captain Ruth Illing thought that her side had been the better team for three of the four days. She was unhappy that the umpires took the players off. "You could have read a newspaper out there," she said. Norton stay second in the table, six points behind Severn Valley, who beat Mercia by an innings on Tuesday. Westmoreland move up a place to fifth. Norton travel to Mercia next week without their wicketkeeper Sal Whitcombe, who broke a thumb on the second day and will be out for about a month. Her place is likely to go to the 17-year-old Niamh Reddy. Westmoreland have a week off before they play Severn Valley at home. The match was watched by 1,900 people over the four days, the highest attendance at Lingwood Road for nine years.
+ copy: The visitors lost their last six wickets for 61 runs, leaving the home side to score 287 in 56 overs.
+ copy: Captain Imogen Dace held out for 94 balls to make an unbeaten 31.
+ copy: Leg-spinner Keisha Bramble took 5-67 for Westmoreland. Norton's seamer Alice Fell had finished with match figures of 9-118.
+ free: Norton's captain batted for more than 90 balls to save a draw against Westmoreland.
+ free: Bad light helped Norton to escape with a draw after a collapse on the last day.
+ free: Westmoreland's captain was annoyed that play was stopped early as her team pushed for a win.
- copy-fusion: Captain Imogen Dace took 5-67, including three wickets in 14 balls after tea.
- copy-coreference: Jo Sandys had given the chase a good start with 72 from 81 balls.
- copy-role: Beth Lacey ran out Jo Sandys with a direct hit from cover.
- copy-number: Norton stay second in the table, nine points behind Severn Valley.
- copy-fusion: Niamh Reddy broke a thumb on the second day and will be out for about a month.
- free-outcome: Norton have beaten Westmoreland by three wickets to go top of the championship.
- free-extrinsic: England captain Imogen Dace has been ruled out of the Ashes series with a broken thumb.
- free-relation: Keisha Bramble took five wickets as Norton beat Westmoreland at Lingwood Road.
- free-extrinsic: Yorkshire have signed the South African all-rounder Keisha Bramble for next season.
# bankbranch
The branch in the High Street, the last in the town, will shut its doors on 14 November. Northern Mutual said that visits had fallen by 58 percent in five years and that only 41 customers still came every week. Its nearest branch will then be in Harborough, 17 miles away, a journey that takes more than an hour by bus. Traders in Wexcombe say that they rely on the branch to pay in cash. Butcher Ian Tolley said he would have to close for half a day each week to go to Harborough. "They say do it online. You cannot put a ten pound note into a computer," he said. Age charity Silver Line is worried about people who have never used the internet: a third of the town's 4,800 residents are over 65. The bank says that most services can be used at the post office, and that a member of staff will be at the library on Tuesdays until Christmas. But the post office itself changed hands in June, and its new owner, Raj Pillai, has said that he can only keep it going if he is paid more for each transaction. The town council has asked for a banking hub, a counter shared by several banks, of which more than 100 have been opened in the country. The body that decides about them, Access Link, will visit next month. Mayor Beryl Snape said that the chances were reasonable. Eight of the ten branches that the bank is closing this year are in towns with fewer than 10,000 people. Northern Mutual, which was founded by mill owners in 1854, made a profit of 312 million pounds last year. The building, which is listed, has been offered to a chain of coffee shops. Four members of staff have been offered jobs elsewhere; two have decided to retire.
+ copy: The branch in the High Street, the last in the town, will shut its doors on 14 November.
+ copy: Northern Mutual said that visits had fallen by 58 percent in five years.
+ copy: Butcher Ian Tolley said he would have to close for half a day each week to go to Harborough.
+ free: A town is to lose its only remaining bank.
+ free: Shopkeepers in Wexcombe fear for their businesses when the bank closes in November.
+ free: The town council hopes that a counter run by several banks could replace a branch that is closing.
+ free: Customers of a bank in Wexcombe will have to travel 17 miles to the nearest branch.
- copy-fusion: Raj Pillai said he would have to close for half a day each week to go to Harborough.
- copy-number: Only 58 customers still came every week.
- copy-hedge: The post office will be kept going by its new owner, Raj Pillai.
- copy-coreference: Access Link, which was founded by mill owners in 1854, made a profit of 312 million pounds last year.
- free-extrinsic: Barclays is to close 85 branches across the UK with the loss of 600 jobs.
- free-outcome: A banking hub shared by several banks has opened in Wexcombe.
- free-extrinsic: A bank in Leicestershire has been robbed by two masked men armed with a shotgun.
- free-relation: The post office in Wexcombe is to close in November because of falling numbers of customers.
- free-outcome: A bank has reversed its decision to close the last branch in a market town.
# teacherstruck
Mr Jardine, 43, taught mathematics at Brunton High School in Fife for eleven years. A panel in Edinburgh heard that between 2019 and 2021 he gave seven pupils the questions of tests a day before they sat them, and that he raised the marks of others. He told colleagues that the children needed "a bit of confidence". The affair came to light when a girl who had scored 94 percent in a test was unable to do the same sums for her grandfather. He wrote to the school. Head teacher Moira Gillespie, who found the question papers on a shared drive, said that it had been a breach of trust. No money changed hands. Mr Jardine, who did not attend the hearing, admitted most of the facts in a letter but denied that he had been dishonest. The panel noted that results in his department were published each year and that he had been under pressure to improve them after an inspection. It also took into account that 26 former pupils had written in his support. All the same, it decided that his conduct was incompatible with being a teacher. His name will be removed from the register, and he may not apply to return for two years. The convener, Ishbel Rennie, said that the pupils had been cheated of the chance to learn from their mistakes. The results of 31 pupils had to be looked at again by the examination board, which lowered nine of the grades. One boy lost a place at university as a result but was later admitted elsewhere. Mr Jardine now works for a firm that sells kitchens. The teachers' union said that it had represented him but would not comment on the case. Fife Council said that it had since changed the way in which tests are stored.
+ copy: A panel heard that he gave seven pupils the questions of tests a day before they sat them.
+ copy: Mr Jardine admitted most of the facts in a letter but denied that he had been dishonest.
+ copy: The results of 31 pupils had to be looked at again by the examination board, which lowered nine of the grades.
+ free: A maths teacher who let pupils see test papers in advance has been struck off.
+ free: A teacher from Fife who helped children to cheat has been banned from the classroom.
+ free: The cheating was noticed because a girl could not repeat sums that she had got right in a test.
- copy-fusion: Ishbel Rennie found the question papers on a shared drive.
- copy-coreference: Head teacher Moira Gillespie now works for a firm that sells kitchens.
- copy-number: The examination board lowered 31 of the grades.
- copy-hedge: Mr Jardine admitted that he had been dishonest.
- copy-number: He may not apply to return for eleven years.
- free-extrinsic: A PE teacher has been jailed for having a sexual relationship with a 15-year-old pupil.
- free-outcome: A teacher who was accused of helping pupils to cheat has been cleared by a panel.
- free-extrinsic: A head teacher in Glasgow has been suspended after a school trip on which a girl was hurt.
- free-relation: A teacher has been struck off after accepting money from pupils for the questions of tests.
# steelorder
The plant at Redmarsh will roll 24,000 tonnes of plate for the towers of 140 turbines that are to stand off the coast of Anglia. Deliveries begin in the spring and will go on for three years. It is the largest contract that the works has won since it was bought by the Indian group Varma in 2017. About 70 jobs will be created, half of them apprenticeships, and 210 existing ones are safe for the time being, said works director Carys Bowen. Last winter the same workers had been on short time. The wind farm, Anglia Six, is being developed by the Norwegian firm Havkraft and will produce enough electricity for 1.2 million homes. Havkraft said that price, quality and short distances had all played a role in its choice. A Spanish steelmaker and one from South Korea had also made offers. Trade unionist Dai Probert welcomed the order but warned that it did not solve the main problem. "We still pay twice as much for electricity as they do in Spain," he said. The government, which has been criticised for allowing imported steel in public projects, said that the deal showed what British industry could do. Business minister Oliver Hesketh will visit on Monday. Shadow minister Jan Corfield said that he should bring a plan with him. Redmarsh, where steel has been made since 1911, employed 6,000 people in the seventies and has 850 workers today. Its blast furnaces were shut in 2015, and it now rolls slabs that are brought in by ship. An electric furnace, for which Varma has asked for a grant of 90 million pounds, would make it possible to use scrap. A decision on that is expected before the summer.
+ copy: The plant at Redmarsh will roll 24,000 tonnes of plate for the towers of 140 turbines.
+ copy: About 70 jobs will be created, half of them apprenticeships, said works director Carys Bowen.
+ copy: A Spanish steelmaker and one from South Korea had also made offers.
+ free: A steelworks has won an order for wind turbines that will create dozens of jobs.
+ free: Union leaders are pleased about a big contract for Redmarsh but say that energy costs are still too high.
+ free: A Norwegian company has chosen a British plant to supply the steel for its wind farm.
- copy-fusion: About 210 jobs will be created, half of them apprenticeships.
- copy-role: Varma has won the contract to develop the wind farm for the Indian group Havkraft.
- copy-number: Redmarsh employed 850 people in the seventies and has 6,000 workers today.
- copy-hedge: Varma has been given a grant of 90 million pounds for an electric furnace.
- copy-coreference: Trade unionist Dai Probert will visit on Monday, and shadow minister Jan Corfield said that he should bring a plan.
- free-extrinsic: Tata Steel is to cut 1,050 jobs at its plant in Port Talbot.
- free-outcome: A steelworks is to reopen its blast furnaces after winning the biggest order in its history.
- free-relation: A Spanish steelmaker has won a contract for 140 wind turbines off the coast of Anglia.
- free-extrinsic: A worker has been killed in an explosion at a steelworks in South Wales.
# rugbyban
The lock was sent off in the 34th minute of Saturday's 19-17 defeat by Leinford for a tackle in which his shoulder struck the head of full-back Tommy Cairns. A disciplinary panel in Dublin on Tuesday found that there had been a high degree of danger and that nothing could be said in mitigation. A ban of ten weeks was cut to five because he admitted the offence and had a clean record. Sione Vaka will miss the matches against Ulverston and Bordery as well as the opening two rounds of the Nations Trophy with Samoa. He can reduce the suspension by another week if he takes part in a course on tackling. Cairns passed a test for concussion on Monday and is available to play. Gwentford coach Huw Parry said that he accepted the decision but thought the game was losing its way. "He is six foot eight. Where is he supposed to put himself?" he asked. Vaka, 27, apologised to Cairns in the dressing room after the match. Gwentford played for 46 minutes with 14 men and led until a penalty by Ross Delaney two minutes from time. They are without three other forwards because of injury and have been given permission to sign a temporary replacement. Prop Ben Ashe may be back for the trip to Ulverston after a hamstring strain. Leinford, who have won seven in a row, go to the top of the table. Their number eight Colm Duggan was named man of the match. It was the ninth red card in the league this season, compared with five at the same stage last year. Referee Marco Bellini, who first showed a yellow card, changed his mind after looking at four replays. The league has asked the world governing body to look at the laws on tackles again.
+ copy: A ban of ten weeks was cut to five because he admitted the offence and had a clean record.
+ copy: Sione Vaka will miss the matches against Ulverston and Bordery.
+ copy: Cairns passed a test for concussion on Monday and is available to play.
+ free: Gwentford lock Sione Vaka has been banned for five weeks for a high tackle.
+ free: Samoa will be without Sione Vaka at the start of the Nations Trophy because of a suspension.
+ free: Gwentford's coach thinks that the punishment of his tall forward shows a problem in the game.
- copy-fusion: Colm Duggan was sent off in the 34th minute of Saturday's 19-17 defeat by Leinford.
- copy-role: Tommy Cairns was sent off for a tackle in which his shoulder struck the head of Sione Vaka.
- copy-number: A ban of five weeks was cut to ten because he admitted the offence.
- copy-hedge: Cairns failed a test for concussion on Monday and is not available to play.
- copy-coreference: Referee Marco Bellini apologised to Cairns in the dressing room after the match.
- copy-fusion: Gwentford, who have won seven in a row, go to the top of the table.
- free-extrinsic: Wales captain Sione Vaka has signed a new two-year contract with the Welsh Rugby Union.
- free-outcome: Gwentford have won their appeal against the red card shown to Sione Vaka.
- free-relation: Leinford full-back Tommy Cairns has been suspended for five weeks after being sent off against Gwentford.
- free-extrinsic: Ireland coach Huw Parry has named three uncapped players in his squad for the Six Nations.
# oysterisland
The island of Skerrin, which is two miles long and has no shop, pub or tarred road, was put on the market on Monday at offers over 1.75 million pounds. It comes with a lighthouse keeper's cottage, a flock of 90 sheep and the right to gather oysters. Its present owner, the Danish conductor Jens Albrekt, bought it in 1996 as a place to study scores and says that at 81 he is no longer able to climb out of a boat. Three people live there all the year round: the shepherd Ewan MacAskill, his wife Flora and their son, who is taught at home by radio on four days a week. Under Scottish law the residents have the right to bid first if they can show that it is in the interest of the community. "We are a community of three, and one of us is nine," said Mrs MacAskill. Still, they have written to the land fund to ask for a grant. They have until 30 August. A similar application by the islanders of Tarsay succeeded in 2011, when 11 people raised 2.1 million pounds in eight months. Estate agent Rory Pringle said he had received inquiries from Texas, Dubai and Zurich within hours. He described the sale as a once-in-a-generation opportunity. There are drawbacks: the ferry comes only when it is booked, the generator runs for six hours a day, and the cottage was damaged by a storm in January. The bird reserve at the north end, with 4,000 pairs of puffins, belongs to a charity and is not for sale. The charity said that it hoped for an owner who would keep rats away. Vikings used the island as a burial place, and a boat grave was excavated in 1934. Its finds are in the museum in Inverness.
+ copy: The island of Skerrin, which has no shop, pub or tarred road, was put on the market on Monday.
+ copy: Jens Albrekt bought it in 1996 as a place to study scores and says he is no longer able to climb out of a boat.
+ copy: Three people live there all the year round: the shepherd Ewan MacAskill, his wife Flora and their son.
+ free: A Scottish island with three inhabitants is up for sale.
+ free: The family living on an island that is being sold hopes to buy it with the help of public money.
+ free: An elderly musician is selling the island that he has owned for decades.
- copy-fusion: Estate agent Rory Pringle bought it in 1996 as a place to study scores.
- copy-coreference: Jens Albrekt has written to the land fund to ask for a grant.
- copy-number: It comes with a lighthouse keeper's cottage and a flock of 4,000 sheep.
- copy-hedge: The bird reserve at the north end, with 4,000 pairs of puffins, is for sale.
- copy-fusion: Vikings were excavated in 1934 and are in the museum in Inverness.
- free-outcome: A Scottish island has been bought by its residents for more than two million pounds.
- free-extrinsic: An island in the Hebrides has become the first in Scotland to be powered by wind alone.
- free-relation: A shepherd has put a Scottish island on the market after living there for more than twenty years.
- free-extrinsic: Rats have wiped out a colony of puffins on an island off the coast of Northumberland.
# tramdelay
The first section, from the docks to the university, was to have been ready in March. The city council now says that it will be February at the earliest before passengers can be carried. Sewers that were not on any map and a Victorian bomb shelter were found under Queen's Parade, and 1,400 metres of water pipe had to be moved. The cost has risen from 380 to 512 million pounds. Project director Anke Lorenz told councillors that she could rule out a further increase of more than three percent, but not a further delay. She said that the tests of the seven trams that have already been delivered were going well. The vehicles, which were built in Poland, are kept in the depot at Strand Road. Traders in Queen's Parade have asked for compensation. Hairdresser Donna Mill said that she had lost a third of her customers since the road was dug up in 2022. The council has paid 1.1 million pounds to 62 businesses so far but has refused 40 applications. Opposition leader Frank Ebdon called for an inquiry and said that the city could have had a fleet of electric buses for a quarter of the money. Transport convener Ailsa Grant rejected this; no bus, she said, could carry 250 people. Work on the second section, to the airport, has been put off until the first has been running for a year. The contractor, Moran Kessler, is also building a tram line in Lyon, which was completed four months early. Unions said that an agreement on drivers' pay had been reached, so that at least there would be somebody to drive the trams when they came. Forty drivers have been trained. Until the opening they will work on the buses.
+ copy: The city council now says that it will be February at the earliest before passengers can be carried.
+ copy: Sewers that were not on any map were found under Queen's Parade, and 1,400 metres of water pipe had to be moved.
+ copy: Hairdresser Donna Mill said that she had lost a third of her customers since the road was dug up in 2022.
+ free: The opening of a city's new tram line has been put back by almost a year.
+ free: A tram project is to cost more than 500 million pounds and will start later than planned.
+ free: A councillor has demanded an investigation into the late and expensive tram scheme.
- copy-fusion: Ailsa Grant called for an inquiry and said that the city could have had a fleet of electric buses.
- copy-number: The cost has risen from 380 to 412 million pounds.
- copy-hedge: Anke Lorenz told councillors that she could rule out a further delay.
- copy-role: The council has refused 62 applications and paid 1.1 million pounds to 40 businesses.
- copy-fusion: The contractor, Moran Kessler, built the seven trams in Lyon, four months early.
- free-outcome: The first passengers have travelled on a city's new tram line, eleven months late.
- free-extrinsic: A cyclist has died after her wheel became stuck in tram tracks in Edinburgh.
- free-outcome: A city has scrapped its unfinished tram line after costs rose to more than 500 million pounds.
- free-extrinsic: Tram drivers in Manchester are to strike for three days over pay.
`;
