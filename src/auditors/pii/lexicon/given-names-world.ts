/** Frequent given names, written down for this auditor (lower case, without diacritics): Arabic, Persian, Hebrew, South and East Asia, Africa, Pacific. */
export const worldGivenNames = `
abbas abdallah abdel abdelaziz abdelkader abdelkrim abdelrahman abdul abdulaziz abdulla abdullah abdulrahman abeer
abir abu adel adham adil adnan afaf ahlam ahmad ahmed aicha aisha akram alaa alia aliya amal amani amer amin amina
amine amir amira ammar amr anas anis anwar areej arwa asma asmaa ashraf assia atef awad aya ayah ayman ayoub azeddine
aziz aziza badr baher bahia basel bashar bashir basil basim basma batoul bilal bouchra boutros brahim chaima dalal
dalia dina djamel driss dunya emad eman ezzat fadi fadia fadel fahad fahd fahmi faisal fares farid farida faris farouk
faten fathi fatiha fatima fatimah fatma fawzi fawzia fayez fayza feras fouad fuad ghada ghassan ghazi habib habiba
hadi hadil hafez hafsa hajar hakim hala halima hamad hamada hamdi hamed hamid hamida hamza hana hanaa hanadi hanan
hani hania hanin haroun harun hasan hasna hassan hatem hayat haytham heba hedi hiba hicham hind hisham hossam houda
huda husam hussain hussein ibrahim ibtisam idris ihab ikram ilham ilyas imad imam iman imane imran ines intisar isam
islam ismael ismail israa issa iyad jaber jafar jalal jaleel jamal jamila jamil jassim jawad jihad jihan kamal kamel
karam karim karima kawthar khadija khaled khalid khalifa khalil khawla khadijah laila lamia lamya latifa layan layla
leila lina loubna lubna lujain luma maha mahdi maher mahmood mahmoud mai maisa majed majid maldini malak malek malika
manal manar mansour maram mariam marwa marwan maryam masoud mays maysa medhat mehdi meriem mina moataz moaz mohamad
mohamed mohammad mohammed mohsen mona monem moncef mounir mourad mousa moussa mouna muhammad muhannad munir munira
murad musa mustafa mustapha muna nabil nabila nada nader nadia nadim nadir nadira naguib nahed nahla naima najat najib
najla najwa narjis nasser nassim nasir nasreen nawal nazih nermine nesrine nidal nisrine nizar noha nora noura nour
noureddine nur nura nuha omar omayma osama othman ouassim qais qasim rabab rabia rachid radwan raed rafik rafiq raghad
rahma raja rajaa rajab rami ramy ramzi rana randa rania rasha rashed rashid rasheed rawan razan reda reem
rehab rida rima riyad riad roula ruba rula rym saad saadia sabah saber sabri sabrine sadiq safa safaa safia said saida
saif sakina salah salam salem saleem saleh salha salim salima sally salma salman salwa samah samar samer sameh sami
samia samih samir samira sana sanaa sara sarra sawsan sayed selim shadi shahd shaima shakir sharif sherif shereen
sherine shukri siham skander sofiane souad soukaina suad suha suhail suhaila sulaiman sultan sumaya taha tahar taher
tahani talal tamer tarek tariq taoufik thamer turki usama wael wafa wafaa wahid wajdi walid waleed warda wassim widad
wiam wissam yahya yaser yasir yasin yasmin yasmina yassin yassine yazan yazid youcef younes youness yousef youssef
yousra yusra yusuf zahra zaid zain zaina zainab zaki zakaria zakia zayd zayed zeinab zineb ziad zied zohra zoubida
zouhair abolfazl afsaneh afshin ahura alireza amirhossein anahita arash ardeshir arezoo armita arya atefeh azadeh azar
babak bahar bahareh bahman bahram behnam behnaz behrouz bijan dariush darya daryush delara donya ebrahim ehsan elaheh
elham elnaz esmail farhad farideh fariba farnaz faramarz farrokh farshad farzad farzaneh fatemeh fereshteh fereydoun
firouzeh forough ghasem ghazal giti golnaz golnar habibollah hamideh hamidreza hedieh hengameh homa hooman hormoz
hossein iraj jahangir jalil jamshid javad kamran kaveh kazem keyvan khosrow kian kianoush kiana kourosh ladan laleh
leyla mahin mahnaz mahsa mahshid mahyar manijeh manouchehr masoumeh mehran mehrdad mehri mehrnaz minoo mitra mojgan
mojtaba monireh morteza nahid narges nasim nasrin nazanin negar negin niloufar nima nooshin omid pari parinaz parisa
parvaneh parvin parviz payam pedram pejman peyman pooya pouya ramin reza rostam roxana roya saba saeed saeid sahar
sajjad saman samaneh sanaz sepideh setareh shabnam shahab shahin shahla shahram shahrokh shahrzad shapour sharareh
shervin shideh shirin shiva shohreh siamak simin sina sohrab soheila soraya soroush tahereh taraneh vahid yasaman zari
ziba zohreh aharon ariel amit amnon amos anat arieh asaf aviad avi avigail avishai aviv avner avraham ayala ayelet
baruch batya ben-zion benny binyamin boaz chaim chana chava dafna daliah dalit danit devorah dov dorit dror efrat ehud
eitan elad eldad elazar eliezer eliyahu elkana erez esti eyal ezra galit gershon gideon gil gilad golan guy hadar
hadas haim hanoch hila hillel idan iddo idit ilan ilana inbal irit itai itamar itzhak keren lior liora liron maayan
malka matan meir menachem menashe meirav michal mordechai moshe naama nadav naftali nechama nehemia nili nimrod nir
nira nissim nitzan noa noam nurit oded ofer ofir ofra ohad oren orit orly orna osnat pinchas pnina rachamim rafi ram
rina rivka roi ronen ronit roni rotem sagi sarit shai shalom shaul shimon shira shlomi shlomit shlomo shmuel shoshana
shulamit sigal sivan smadar tal tali talia tamar tamir tirza tomer tova tsipora tuvia tzvi uri uriel uzi varda yaakov
yael yafit yair yaniv yardena yaron yechiel yehonatan yehoshua yehuda yehudit yigal yishai yisrael yitzhak yoav
yochanan yoel yonatan yoram yosef yossi yuval zehava ziv zvi aakash aanya aarav aarti aaradhya abha abhay abhijit
abhilash abhimanyu abhinav abhishek aditi aditya advait ajay ajit akash akhil akshara akshay alka alok amarjit ambika
amitabh amrita anand ananya aniket anil anika anirban anirudh anish anita anjali anju ankit ankita ankur anshul anupam
anuj anurag anuradha anusha aparna apoorva archana arijit arjun arnav arpit arpita arti arun aruna arundhati arvind
asha ashish ashok ashwin ashwini atul avinash ayush babita baldev balaji balwinder basant bhagat bhanu bharat bharati
bhaskar bhavana bhavesh bhavna bhavya bhupinder bimal bindu bipin brijesh chaitanya chandan chandni chandra
chandrakant charu chetan chetna chirag chitra daljit darshan debashish deepa deepak deepali deepika deepti dev devansh
devendra devika dhananjay dharmendra dhruv dilip dimple dinesh dipak dipali dipika divya durga farhan gagan ganesh
gaurav gauri gautam gayatri geeta girish gita gobind gopal gopi govind gulshan gurdeep gurpreet hardik hari harinder
harish haritha harjeet harpreet harsh harsha harshad harshit harshita hema hemant hemlata himanshu hitesh indira indra
indrani ishaan isha ishita ishwar jagdish jaya jayant jayanti jayesh jaspreet jasvinder jatin jignesh jitendra jyothi
jyoti jyotsna kailash kajal kalpana kalyan kalyani kamala kamalesh kamini kamlesh kanchan karan karthik kartik karuna
kashish kaushal kaushik kavita kavya kedar ketan khushi kiran kirti kishan kishore komal krishna krishnan krutika
kritika kuldeep kumari kunal kusum lakshay lakshman lakshmi lalit lalita latha lata laxman laxmi leela lokesh madan
madhav madhavi madhu madhuri madhusudan mahendra mahesh malati mala malini mallika mamata mamta manan manasi mandeep
mangala manish manisha manjeet manju manjula manjunath mannat manoj manohar mansi maya mayank mayur mayuri meena
meenakshi meera megha meghana mehul milind minal mithun mohan mohini mohit monika mrinal mridula mukesh mukul mukund
murali murugan myra nagesh nagaraj namita namrata nanda nandini narayan naren narendra naresh naveen navin navneet
nayana neelam neeraj neeta neetu neha niharika nikhil nikita nilesh nimisha niraj niranjan nirav nirmal nirmala nisha
nishant nishi nitesh nitin nitya nivedita ojas om omkar omprakash padma pallavi pankaj paramjit paresh parikshit
parminder parth parul parvati pavan pavithra pawan piyush pooja poonam poornima prabha prabhakar prabhat prabhu prachi
pradeep pradip pradnya prafulla prajakta prakash pramila pramod pranav pranay pranjal prasad prasanna prashant prateek
pratibha pratik pratap pravin praveen preeti prem prerna pritam priti priya priyanka puja pulkit puneet punita purnima
purushottam pushpa radha radhika raghav raghu raghunath rahul raj rajan rajani rajat rajeev rajendra rajesh rajeshwari
rajinder rajiv rajkumar rajni raju rakesh rakhi raman ramesh ramya rani ranjan ranjana ranjit rashmi ratan ratna ravi
ravindra ravinder reena rekha renu renuka reshma revathi rhea richa riddhi rishabh rishi ritesh ritika ritu ritwik
riya rohan rohini rohit roopa roshan roshni ruchi ruchika rupa rupali rupesh sachin sadhana sahil sai sakshi salil
sameer samiksha sampath sandeep sandhya sangeeta sangita sanjana sanjay sanjeev sanjiv sanket santosh sapna sarala
saraswati sarika sarita saroj sarojini satish satya satyam saurabh saurav savita savitri seema shaila shailaja
shailendra shailesh shakuntala shalini shankar shantanu shanthi sharad sharda sharmila sharmistha shashank shashi
sheetal shekhar shikha shilpa shilpi shipra shiv shivam shivani shobha shraddha shreya shreyas shri shrikant shrinivas
shruthi shruti shubham shubhangi shweta shyam shyamala siddharth siddhi simran smita smriti sneha snehal sohan somnath
sonal sonali sonam soumya sourav sreedhar sreelakshmi sridevi sridhar srikanth srinivas srinivasan srishti subhash
subramaniam subrata suchitra sudarshan sudha sudhakar sudhir sugandha suhas suhani sujata sujit sulochana suman sumati
sumeet sumit sumitra sunanda sundar sunil sunita suraj surbhi surendra suresh surinder surya sushant sushil sushila
sushma swapna swapnil swara swati tanmay tanuja tanvi tanya tarun tejas tejaswini trupti tushar uday ujjwal ujjwala
uma umang umesh upendra urmila urvashi usha utkarsh uttam vaibhav vaishali vaishnavi vandana vani varsha varun vasant
vasanth vasudha vasundhara vedant veena veer venkat venkata venkatesh vibha vidhi vidya vidyut vignesh vihaan vijay
vijaya vikas vikram vikrant vimal vimala vinay vinaya vineet vineeta vinita vinod viraj virat virendra vishal vishnu
vishwanath vivaan vivek vrinda vrushali yamini yash yashasvi yashoda yashwant yogesh yogita yuvraj zoya asif ayesha
bushra faizan fahim fakhar farzana fawad ghulam hina humaira huma iftikhar iqbal irfan jahanara javed kashif khurram
kulsoom mahira mahnoor maqsood mehreen mehwish moin mubashir mudassar mushtaq nadeem naeem nageen nazia nighat nusrat
parveen qaiser raheel rehana rehman rizwan rubina rukhsana sadia saima sajid samina sanam shabana shabbir shafiq
shagufta shahbaz shaheen shahid shahida shahzad shakeel shamim shazia shehzad shoaib sidra sohail sumaira tabassum
tahira taimur tanveer tehmina uzma waqar waqas waseem yasmeen zafar zahid zahida zaheer zara zeeshan zubair abdur
anisur ashraful fazlul hasina kamrul khaleda mahbub mahmuda mizanur mominul mostafa nazrul rafiqul rezaul rokeya
sabina sharmin tahmina tanjina tareq chamara chaminda dilshan dinesha gamini kumara lasantha mahinda nimal nuwan ranil
rohana ruwan sanath sunethra thilini upul bao binh chau cuong dinh dung duong giang hanh hieu hoa hoang hung huong
khanh khoa lan lien linh loan long minh my nam nga ngoc nguyet nhan nhung phong phuc phuong quan quang quyen quynh son
tam thanh thao thi thu thuy tien toan trang tri trinh trung truc tuan tuyet van viet vinh vy xuan yen aung aye htun
khin kyaw mya myint nyein phyo sandar su thandar thiha thuya win zaw anong arthit apinya boonmee chai chaiwat chanya
kanya kittisak kanda lamai malee manop narong nattapong nonglak nok pakorn panadda phichit pim ploy pornthip prasert
prasit preecha rattana saengdao sakda siriporn somchai somkid somsak sombat sunan supaporn surasak suwit tanawat
thaksin thanakorn thanawat udom wanida wanchai wichai worawut yingluck adi agung agus amelia andi anggi anggraini
arief ayu bagus bambang budi cahya cahyono citra dedi desi dewi dian dimas dwi eka eko endang fajar fitri gede gusti
handoko hendra heri indah intan iwan jajang joko kadek ketut komang kurniawan lestari made mega mulyadi mulyono nita
novi nurul nyoman puspita putra putri putu rahayu rahmat ratih retno ridwan rini rizal rizki rudi santi sari satrio
setiawan sigit siti slamet sri sugeng suharto sukarno sulastri sumiati supri susilo susanti sutrisno teguh tono tuti
udin utami wahyu wahyudi wati wawan wayan widodo winarto wulan yanti yanto yudi yuli yuni zulkifli aminah aishah
azizah azlan azman fadzil faizal farah hafiz haslina hazim hisyam izzat kamariah khairul mazlan nadiah noraini
norhayati nurhaliza razak rohani rosmah rosnah roslan rozita shahrizal suhaimi suraya syafiq syed zainal zainuddin
zaleha zulkarnain amado analyn arnel bayani bongbong cherry conchita corazon danilo dante dennis divina edgardo efren
eleazar ferdie florante generoso gloriamar imee jejomar jennelyn jericho jhoanna jomar joselito josie jun junjun kris
lalaine liezel ligaya lito luzviminda maricel maridel marites marivic marjun merlinda mylene nenita nino noli norma
onofre pacita randolf reynaldo rizalina rochelle rodel rodrigo romulo ronaldo roselyn rosalinda rowena rommel vilma
virgilio wilma aiko akane akari akemi aki akiko akio akira akihiko asami asuka atsuko atsushi ayaka ayako ayame ayumi
chie chieko chihiro chika chikako chinatsu chiyo daichi daiki daisuke eiji eiko emi emiko eri eriko etsuko fumiko
fumio genji goro hanako haru harue haruka haruki haruko haruto hayato hideaki hideki hideko hideo hideyuki hikari
hikaru hinata hiro hiroaki hiroki hiroko hiromi hiroshi hiroto hiroyuki hisako hisashi hitomi hitoshi honoka ichiro
isamu isao itsuki izumi jiro junichi junko kaede kana kanako kaori kaoru kasumi katsuhiro katsumi katsuya kazuhiko
kazuhiro kazuki kazuko kazumi kazuo kazuya kei keiichi keiji keiko keisuke keita ken kenichi kenji kenta kentaro kento
kimiko kiyoko kiyoshi kohei koichi koji kosuke kota kouki kumiko kyoko maho maiko maki makiko makoto mami mamoru
manabu manami mao mariko masaaki masahiko masahiro masaki masako masami masao masaru masashi masato masayuki mayu
mayuko mayumi megumi mei michiko midori mieko miho miki mikiko minako minami minoru misaki mitsuko mitsuo mitsuru miu
miyako miyu miyuki mizuki moe momoka momoko motoko nana nanako nanami nao naoki naoko naomi naoto natsuki natsuko
natsumi nobuko nobuo nobuyuki noriko norio nozomi osamu rei reiko ren rie riko rin risa ryo ryoko ryosuke ryota ryu
ryuichi ryuji sachiko sadao saki sakura satoko satomi satoru satoshi sayaka sayuri seiichi seiji setsuko shigeko
shigeo shigeru shin shinichi shinji shinobu shizuka sho shohei shoichi shoji shota shun shunsuke sora sota susumu
tadashi taichi taiki takahiro takako takashi takao takeo takeshi takuma takumi takuya tamiko taro tatsuo tatsuya teruo
tetsuo tetsuya toru toshiaki toshiko toshio toshiyuki tsubasa tsutomu tsuyoshi umeko wataru yasuhiro yasuko yasuo
yoichi yoko yoshiaki yoshie yoshiko yoshio yosuke yota yu yua yuichi yuji yuka yukari yuki yukiko yukio yuko yumi
yumiko yuna yuri yuriko yusuke yuta yutaka yuto yuya byung-hun chang-min dong-hyun eun-ji eun-jung eun-young ha-eun
hae-won hye-jin hye-won hyun-woo hyun-jung jae-hyun jae-won jae-sung ji-ho ji-hoon ji-hye ji-min ji-won ji-woo
ji-young jin-woo jong-un joon-ho joon-young jun-ho jung-hoon kwang-soo kyung-soo mi-sook min-ho min-ji min-jun min-seo
min-soo myung-bak sang-hoon sang-woo seo-yeon seo-jun seung-hyun seung-min so-young soo-jin soo-young sung-ho sung-min
tae-hyung tae-yang woo-jin ye-jin yeon-woo yong-ho yoo-jin yoon-seo young-ho young-hee young-soo jihoon jimin jiwoo
jisoo minho minji minjun minseo seojun seoyeon soyeon sungmin taehyung yejin youngho eunji hyunwoo jaehyun junho haeun
bin bo chao chen cheng chuan dan dandan dong fang fei feng fen gang guang guo guoqiang hai haiyan hao he hong hongmei
hua hui jia jiahao jian jianguo jianhua jiaming jie jin jing jingjing jinlong junjie kai lei li lihua lijuan lili lin
ling liping liwei lulu meihua meiling min ming mingming na ning peng ping qiang qing qiong rong rui shan shu shuang
shui tao tian ting weiguo weimin wei weiwei wen wenjing wenjun xia xiang xiaodong xiaofeng xiaohong xiaolan xiaoli
xiaoling xiaomei xiaoming xiaoping xiaoyan xin xing xinyi xiu xiulan xiuying xiuzhen xue xuemei yan yanli yang yating
yi yifan yichen yijun ying yong yongjun yuan yue yuhan yulan yun yuting yuxuan zedong zemin zhe zhen zheng zhenhua zhi
zhigang zhiqiang zhiwei zhong zihan zixuan kwok-wai mei-ling siu-ming wai-ming wing-yan ka-wai chi-ming abayomi abebe
abena abeni abiodun abimbola abiola ade adebayo adebola adedayo adekunle adenike adeola aderonke adesola adetokunbo
adewale adwoa afia akin akinwumi akintola akosua ama amadou amanuel amara aminata aminatou amma amogelang anele asante
ashenafi assane awa ayanda ayodele ayo ayodeji babajide babatunde bandile berhanu biniam blessing boitumelo bola
bongani bonolo bukola busisiwe chidi chidiebere chidinma chike chima chinedu chinelo chinenye chinonso chinua chinwe
chioma chukwudi chukwuemeka cheikh dauda dawit demba desta diallo dikeledi djibril dumisani ebele ebere efua emeka
enitan esi eyob ezinne fanta fatou fatoumata femi fikile folake folasade funmilayo funmi gebre getachew girma godfrey
habtamu hailu haile ibrahima ifeanyi ifeoma ifeyinwa ige ikechukwu ikenna ime iniko isatou ismaila jabulani jabu
jelani juma kabelo kagiso kamau karabo katlego keabetswe kebede kehinde kelechi kenyatta kgomotso khadim khanyisile
khumo kibet kidane kipchoge kipkemboi kofi kojo kwabena kwadwo kwaku kwame kwasi kweku kwesi lamine lerato lesego
lindani lindiwe lindelwa lungile lwazi makena makhosi mamadou mandla mariama mariamu masego meles melaku modou mohale
mpho mulugeta mwangi naledi ndidi neema nhlanhla njeri njoroge nkechi nkosana nkosazana nnamdi nneka nnenna nomsa
nomvula nontle nosipho nokuthula ngozi ntombi nyambura nyokabi obi obinna odhiambo okechukwu olabisi oladele olamide
olanrewaju olayinka olu olufemi olufunke olumide olusegun oluwaseun oluwaseyi oluwatobi onyeka opeyemi ousmane otieno
palesa pelumi penda phindile puleng rashidi refilwe rethabile salif samba samuwel sanele saran sefu sekou selam sello
seydou sibongile sibusiso sifiso simphiwe sindisiwe sipho siyabonga sizwe solomon tadesse taiwo tamrat temitope
temperance tendai tesfaye thabo thandeka thandi thandiwe themba thembi thokozani thulani titilayo tolulope tshepo
tunde uche uchenna udo uchechi ugochukwu uzoma vusi wambui wangari wanjiku wanjiru wairimu waweru wole xolani yaa
yaaba yakubu yared yaw yemi yetunde yohannes yonas zanele zawadi zenebech zinhle zola zodwa zuri aroha hemi hone kahu
kiri mere ngaire rangi tama tane wiremu aperahama haunani ikaika kalani kamaka kanoa kapono keala kealoha keanu kekoa
keoni kimo koa leilani lani mahina makana malia malu mana nalani noelani pono sefina sione tevita viliami semisi losa
leota tavita pita mele ana`;
