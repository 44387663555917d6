/** Names that are no other English word, for text without capitals: countries, regions, cities, first names, family names. */
export const knownNames: readonly string[] = `
afghanistan albania algeria america angola argentina armenia australia austria azerbaijan bahrain bangladesh barbados
belarus belgium belize benin bhutan bolivia bosnia botswana brazil britain bulgaria burundi cambodia cameroon canada
chile china colombia congo croatia cuba cyprus denmark ecuador egypt england eritrea estonia ethiopia europe africa
asia fiji finland france gabon gambia germany ghana greece grenada guatemala guinea guyana haiti holland honduras
hungary iceland india indonesia iran iraq ireland israel italy jamaica japan kazakhstan kenya kosovo kuwait laos latvia
lebanon lesotho liberia libya lithuania luxembourg macedonia madagascar malawi malaysia maldives malta mauritius mexico
moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua nigeria norway oman
pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda samoa scotland senegal
serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tibet tonga
tunisia turkey uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa
kansas kentucky louisiana maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio
oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming ontario quebec queensland victoria
tasmania bavaria catalonia crimea gaza kashmir siberia sicily tuscany ulster normandy
aberdeen amsterdam antrim armagh athens atlanta auckland baghdad baltimore bangkok barcelona beijing belfast berlin
birmingham blackpool bolton boston bradford brighton brisbane bristol brooklyn brussels bucharest budapest cairo
cambridge cambridgeshire canberra cardiff carlisle ceredigion cheltenham cheshire chicago cleveland copenhagen cornwall
coventry croydon cumbria cwmbran dallas damascus delhi denbighshire denver derbyshire derry detroit devon doncaster
dorset dubai dublin dundee durham edinburgh essex exeter fermanagh florence frankfurt geneva gibraltar glasgow
gloucester gloucestershire guernsey gwent gwynedd hamburg hampshire havana helsinki hertfordshire houston huddersfield
istanbul ipswich islamabad jakarta jerusalem johannesburg kabul kent kiev kyiv lagos lancashire lancaster
leeds leicester leicestershire lincolnshire lisbon liverpool llanelli london londonderry luton lyon madrid manchester
marseille melbourne merseyside miami middlesbrough milan minneapolis moscow mumbai munich nairobi naples newcastle
newport norfolk northampton northamptonshire northumberland norwich nottingham nottinghamshire orlando oslo oxford
oxfordshire paris pembrokeshire perth philadelphia plymouth portsmouth prague pyongyang rome rotterdam
rotherham salford seattle seoul shanghai sheffield shropshire somerset southampton staffordshire stockholm suffolk
sunderland surrey sussex swansea sydney tehran tokyo toronto tripoli tyneside tyrone vancouver venice vienna wakefield
warsaw warwickshire washington wiltshire wolverhampton worcestershire wrexham yorkshire zurich
aaron adam adrian aidan alan albert alex alexander alexandra alfie alice alison amanda amy andrea andrew andy angela
anna anne anthony antonio arthur ashley barbara becky ben benjamin bernard beth brendan brian bruce callum cameron carl
carlos caroline catherine charles charlie charlotte chris christian christine christopher claire colin connor craig
daniel danny darren dave david deborah denis diana diane diego donald donna dorothy douglas duncan dylan eddie edward
elena elizabeth ellen emily emma eric erik ethan eva evan fernando fiona francis francois gareth gary gavin geoff
george gerald gerard giovanni glenn gordon graeme graham greg hannah harriet harry hassan heather helen henry howard
hugh ian ibrahim isaac isabel jacob jake james jamie jane janet jason javier jeff jennifer jenny jeremy jessica jim
joanna joe johann john johnny jonathan jordan jorge jose joseph joshua juan judith julia julian julie justin karen karl
kate katherine kathryn katie keith kelly kenneth kenny kevin kieran kim kirsty kyle lauren laura leanne leon lewis liam
linda lisa louis louise lucas lucy luis luke malcolm marco marcus margaret maria marie mario marie martha martin mary
matt matthew maureen megan melissa michael michelle miguel mike mohammed mohamed muhammad nadia naomi natalie nathan
neil niall nicholas nicola nicolas nigel oliver olivia omar oscar owen pablo pamela patricia paul paula pedro peter
philip phillip pierre rachel ralph raymond rebecca ricardo richard ricky robert roberto roger ronald rory ross roy
ruth ryan sally sam samantha samuel sandra sarah scott sean sebastian sergio shane sharon shaun sheila simon sofia
sophie stephanie stephen steve steven stewart stuart susan suzanne tanya terry theresa thomas tim timothy tina tom
tommy tony tracey trevor vanessa vincent vladimir walter wayne wendy william yusuf zoe
ahmed allen anderson armstrong atkinson bailey barnes bennett campbell carter chapman clarke coleman collins 
cunningham davidson davies davis dawson dixon donnelly edwards elliott evans ferguson fernandez fitzgerald fletcher
gallagher garcia gibson gonzalez graham griffiths hamilton harris harrison henderson higgins holmes hughes hussain
jackson jenkins jennings johnson johnston jones kaur kennedy khan lawrence lopez macdonald mackenzie martinez mccarthy
mcdonald mitchell moore morgan morris morrison murphy murray nicholson obrien oconnor oneill patel patterson
pearson perez phillips powell reynolds richards richardson roberts robertson robinson rodriguez rogers sanchez saunders
simpson sinclair singh smith stevens sullivan taylor thompson thomson trump obama putin walker wallace watson
watts wilkinson williams williamson wilson
`
  .trim()
  .split(/\s+/);
