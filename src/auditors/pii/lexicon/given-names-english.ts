/**
 * Frequent given names, written down for this auditor (lower case, without diacritics): English-speaking countries and
 * international names.
 */
export const englishGivenNames = `
aaron abby abigail abraham ada adam addison adele adrian adriana adrienne agatha agnes aidan aiden aileen aimee alan
alana albert alec alex alexa alexander alexandra alexandria alexis alfred alfredo alice alicia alina alison allan
allen allison alma althea alvin alyssa amanda amber amelia amy anastasia andre andrea andrew andy angel angela
angelica angelina angie angus anita ann anna annabelle anne annette annie anthony antonia april archie ariana ariel
arlene arnold arthur ashleigh ashley ashton astrid aubrey audrey august austin autumn ava avery bailey barbara barney
barry beatrice becky belinda bella ben benjamin bennett bernadette bernard bernice bert bertha beth bethany betsy
betty beverly bianca bill billy blake blanche bob bobby bonnie brad bradford bradley brady brandi brandon brandy
brayden breanna brenda brendan brent brett brian briana brianna bridget brittany brooke bruce bryan bryce caitlin
caleb calvin cameron camilla camille candace candice carl carla carlton carly carmen carol carole caroline carolyn
carrie carson carter casey cassandra cassie catherine cathy cecil cecilia cedric celeste celia chad charlene charles
charlie charlotte chase chelsea cheryl chester chloe chris christa christian christie christina christine christopher
christy cindy claire clara clarence clarissa clark claude claudia clayton clifford clifton clint clinton clyde cody
cole colin colleen collin connie connor conor constance cora corey corinne cornelius cory courtney craig cristina
crystal curtis cynthia daisy dakota dale dalton damian damon dan dana daniel daniela danielle danny daphne darcy daren
darin darius darlene darnell darrell darren darryl daryl dave david dawn dean deanna debbie deborah debra declan
deirdre delia delores demetrius denis denise dennis derek derrick desiree desmond destiny devin devon dexter diana
diane dianna dianne dick dominic dominique don donald donna donovan dora doreen doris dorothy doug douglas drew duane
duncan dustin dwayne dwight dylan earl ebony ed eddie edgar edith edmund edna eduardo edward edwin eileen elaine
eleanor elena eli elias elijah elisa elisabeth elise eliza elizabeth ella ellen ellie elliot elliott ellis elmer
eloise elsa elsie elvira emerson emery emilia emilio emily emma emmanuel enrique eric erica erich erick erik erika
erin ernest ernestine esme estelle esther ethan ethel eugene eunice eva evan evangeline eve evelyn everett ezra faith
fay felicia felicity felix fergus fern fernando finley fiona flora florence floyd frances francesca francine francis
francisco frank frankie franklin fred freda freddie frederick freya gabriel gabriela gabriella gabrielle gail garrett
garry gary gavin gemma gene geoffrey george georgia georgina gerald geraldine gerard gertrude gilbert gina ginger
gladys glen glenda glenn gloria gordon grace graham grant greg gregg gregory greta gretchen griffin guadalupe
guillermo guy gwen gwendolyn hailey haley hannah harold harriet harris harrison harry harvey hattie hazel heather
hector heidi helen helena henrietta henry herbert herman hilary hilda hillary holly homer hope horace howard hubert
hugh hugo hunter ian ida ignacio imogen ingrid ira irene iris irma irvin irving isaac isabel isabella isaiah isla ivan
ivy jack jackie jackson jaclyn jacob jacqueline jade jaime jake jamal james jamie jan jana jane janet janice janie
janine janis jared jasmin jasmine jason jasper javier jay jayden jayne jean jeanette jeanne jeannie jeff jeffery
jeffrey jenna jennie jennifer jenny jeremiah jeremy jermaine jerome jerry jesse jessica jessie jesus jill jillian jim
jimmie jimmy jo joan joann joanna joanne jocelyn jodi jody joe joel joey johanna john johnathan johnnie johnny jon
jonah jonathan jonathon jordan jorge jose joseph josephine josh joshua josiah joy joyce juan juana juanita judith judy
julia julian juliana julianne julie juliet julio julius june justin justine kaitlyn kara karen kari karl karla kate
katelyn katherine kathleen kathryn kathy katie katrina kay kayla keira keith kelley kelli kellie kelly kelsey kelvin
ken kendra kenneth kenny kent kerry kevin kieran kim kimberly kirk kirsten kirsty kristen kristi kristin kristina
kristine kristy kristopher krystal kurt kyla kyle lacey lamar lana lance landon lara larry latasha latoya laura lauren
laurence laurie lavern lawrence leah leander lee leigh leighton leila leland lena lenora leo leon leona leonard leroy
lesley leslie lester leticia levi lewis lila lillian lillie lily linda lindsay lindsey lionel lisa liz liza lizzie
lloyd logan lois lola lonnie lora loren lorena loretta lori lorraine lottie lou louis louisa louise lucas lucia
lucille lucinda lucy luis luke lula lulu luther lydia lyle lynda lynette lynn lynne mabel mackenzie maddison madeleine
madeline madison mae maggie malcolm mallory mamie mandy marc marcella marcia marco marcus margaret margarita margie
margo marguerite maria mariah marian marianne marie marilyn marina mario marion marisa marissa marjorie mark marlene
marlon marsha marshall martha martin marty marvin mary maryann mason mathew matilda matt matthew mattie maureen
maurice mavis max maxine maxwell may maya megan meghan melanie melinda melissa melody melvin mercedes mercy meredith
mia micah michael michaela micheal michele michelle miguel mike mila mildred miles millicent millie milton mindy
minnie miranda miriam misty mitchell mohammed moira molly mona monica monique monty morgan morris moses muriel myra
myrtle nadia nadine nancy naomi natalia natalie natasha nathan nathaniel neal neil nell nellie nelson nettie niamh
nicholas nick nicola nicolas nicole nigel nina noah noel nora noreen norma norman olga olive oliver olivia ollie omar
opal ophelia orlando orville oscar otis owen paige pam pamela pat patricia patrick patsy patti patty paul paula
paulette pauline pearl pedro peggy penelope penny percy perry pete peter petra phil philip phillip phoebe phyllis
piers polly poppy preston priscilla quentin quincy quinn rachael rachel rafael ralph ramon ramona randal randall
randolph randy raphael raquel raul ray raymond reagan rebecca rebekah reece reed reggie regina reginald rene renee
reuben rex reynaldo rhonda rhys ricardo richard rick rickey ricky riley rita rob robbie robert roberta roberto robin
robyn rochelle rod roderick rodney rodolfo rodrigo roger roland roman ron ronald ronda ronnie rory rosa rosalie
rosalind rosalyn rosamund rose roseann rosemarie rosemary rosie ross rowan rowena roxanne roy ruben ruby rudolph rudy
rufus russ russell rusty ruth ryan sabrina sadie sally salvador sam samantha sammy samuel sandra sandy santiago santos
sara sarah sasha saul savannah scarlett scott sean sebastian selena selma serena sergio seth shana shane shania
shannon shari sharon shaun shauna shawn sheena sheila shelby sheldon shelia shelley shelly sheri sherman sherri sherry
sheryl shirley sid sidney sienna sierra silas silvia simon simone sinead skye skyler sofia sonia sonja sonya sophia
sophie spencer stacey stacie stacy stan stanley stefan stefanie stella stephan stephanie stephen sterling steve steven
stewart stuart sue summer susan susanna susannah susie suzanne suzette sybil sydney sylvia tabitha tamara tami tammie
tammy tanya tara tasha taylor ted terence teresa teri terrance terrence terri terry tess tessa thaddeus thelma theo
theodora theodore theresa thomas tia tiffany tim timmy timothy tina toby todd tom tommy toni tonia tony tonya tori
tracey traci tracy travis trent trevor tricia trina trinity tristan troy trudy tyler tyrone ursula valerie vanessa
vaughn velma vera verna vernon veronica vicki vickie vicky victor victoria vince vincent viola violet virgil virginia
vivian vivienne wade wallace walter wanda warren wayne wendell wendy wesley whitney wilbur wilfred will willa willard
william willie willis wilma winifred winston wyatt xavier yolanda yvette yvonne zachary zach zack zane zelda zoe zoey
keisha latisha tyrell deshawn malik imani liam colton brodie meagan maida asher ezekiel hudson easton grayson greyson kayden camden ryder
jaxon zander emmett harlan everly kinsley paisley willow aurora emersyn brynn brynlee raelynn adalynn jaxson kingston
landyn maverick weston braxton bryson gage kaden kaiden keegan kolby kyler quinton tanner trenton tucker ashlyn aspen
braelynn bria camryn delaney elle genesis harley harmony hayley jazmin jocelynn kailey kamryn kassandra kendall kiara
kylie laila lilah lilliana lyric makayla marlee mckenna melany miley mollie nataly nyla payton peyton presley reagan
reese rylee rylie saige sawyer scarlet serenity shayla skylar sloane teagan tenley vivienne aoife caoimhe alastair alistair angharad
arwen bronwyn callum carys cerys ciara cillian conall cormac dafydd daithi dilwyn eamon eimear emrys eoin ewan fionn
finlay gareth gethin glynis gwyneth hamish hywel iain ieuan ioan iorwerth kiera llewellyn lorcan lowri mairead maeve
malachy megan mhairi morag murdo nerys oisin orla padraig padraic pryce rhian rhiannon rhodri rhona roisin ruaridh saoirse
seamus sian sinead siobhan sorcha tegan tiernan una imani aaliyah nevaeh mckenzie kaylee brianne jaden tristen`;
