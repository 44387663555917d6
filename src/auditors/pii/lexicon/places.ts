/** Countries, regions and large cities, written down for this auditor: lower case, without diacritics; `_` joins words. */

const countryList = `
afghanistan albania algeria andorra angola antigua argentina armenia australia austria azerbaijan bahamas bahrain bangladesh
barbados belarus belgium belize benin bermuda bhutan bolivia bosnia botswana brazil brunei bulgaria burkina_faso burma burundi
cambodia cameroon canada cape_verde cabo_verde cayman_islands chad chile china colombia comoros congo costa_rica croatia cuba curacao cyprus
czechia czech_republic denmark djibouti dominica dominican_republic east_timor ecuador egypt el_salvador england equatorial_guinea
eritrea estonia eswatini ethiopia faroe_islands fiji finland france french_guiana french_polynesia gabon gambia georgia germany ghana gibraltar
greece greenland grenada guadeloupe guam guatemala guernsey guinea guinea-bissau guyana haiti honduras hong_kong hungary iceland india indonesia iran
iraq ireland isle_of_man israel italy ivory_coast cote_d'ivoire jamaica japan jersey jordan kazakhstan kenya kiribati kosovo kuwait
kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania luxembourg macau macao macedonia madagascar malawi malaysia
maldives mali malta marshall_islands martinique mauritania mauritius mayotte mexico micronesia moldova monaco mongolia montenegro
montserrat morocco mozambique myanmar namibia nauru nepal netherlands new_caledonia new_zealand nicaragua niger nigeria niue north_korea
north_macedonia northern_ireland norway oman pakistan palau palestine panama papua_new_guinea paraguay peru philippines poland portugal
puerto_rico qatar reunion romania russia rwanda saint_lucia samoa american_samoa san_marino sao_tome saudi_arabia scotland senegal serbia seychelles
sierra_leone singapore slovakia slovenia solomon_islands somalia south_africa south_korea south_sudan spain sri_lanka saint_helena
sudan suriname swaziland sweden switzerland syria taiwan tajikistan tanzania thailand timor-leste togo tokelau tonga trinidad
tunisia turkey turkiye turkmenistan turks_and_caicos tuvalu uganda ukraine united_arab_emirates uae united_kingdom united_states uruguay
uzbekistan vanuatu vatican venezuela vietnam wales western_sahara yemen zambia zimbabwe usa deutschland osterreich schweiz
espana italia brasil nederland belgie belgique suisse svizzera polska ceska_republika magyarorszag suomi sverige norge danmark
hellas turkiye great_britain falkland_islands virgin_islands cook_islands wallis_and_futuna svalbard aland
saint_kitts saint_vincent trinidad_and_tobago antigua_and_barbuda bosnia_and_herzegovina pitcairn
cocos_islands antarctica anguilla aruba british_indian_ocean_territory northern_mariana_islands saint_barthelemy saint_pierre`;

const regionList = `
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas
kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada new_hampshire
new_jersey new_mexico new_york north_carolina north_dakota ohio oklahoma oregon pennsylvania south_carolina
south_dakota tennessee texas utah vermont west_virginia wisconsin wyoming ontario quebec british_columbia alberta
manitoba saskatchewan nova_scotia new_brunswick newfoundland queensland tasmania new_south_wales western_australia bavaria bayern
saxony sachsen hessen hesse thuringia brandenburg andalusia catalonia galicia tuscany lombardy sicily sardinia provence brittany
normandy burgundy alsace yorkshire lancashire cornwall devon sussex surrey essex suffolk hampshire kerala karnataka
tamil_nadu maharashtra gujarat rajasthan punjab bihar uttar_pradesh madhya_pradesh west_bengal telangana andhra_pradesh odisha
assam haryana goa hokkaido okinawa guangdong sichuan hunan zhejiang jiangsu shandong bali sumatra`;

const cityList = `
aachen aarhus aberdeen abidjan abu_dhabi abuja acapulco accra adana addis_ababa adelaide agadir agra ahmedabad albany albuquerque aleppo
 algiers alicante almaty almere amiens amman amritsar amsterdam anaheim anchorage ankara annapolis antalya antwerp antwerpen arequipa
arnhem ashgabat asuncion athens atlanta auckland augsburg baghdad bakersfield baku baltimore bamako bandung bangalore bengaluru bangkok
bangui barcelona bari barranquilla basel basra baton_rouge beirut beijing belfast belgrade bellevue belo_horizonte bergamo bergen berkeley berlin
bern bhopal bielefeld bilbao billings birmingham bishkek bismarck bochum bogota boise bologna bombay bonn bordeaux boston boulder bournemouth braga
brampton brasilia bratislava brazzaville bremen brescia brest brighton brisbane bristol brno bruges brugge brunswick brussels bruxelles bucharest bucuresti
budapest buenos_aires buffalo bujumbura bulawayo burlington bursa busan cagliari cairo calcutta calgary cali cambridge canberra
cancun cape_town caracas cardiff cartagena casablanca catania charleroi charleston chattanooga chengdu chennai chicago chisinau chittagong
chongqing christchurch cincinnati cleveland cluj-napoca cochin coimbra coimbatore cologne colombo colorado_springs columbus conakry copenhagen
cordoba cork coventry cracow craiova cuenca curitiba cusco dakar dalian dallas damascus dar_es_salaam darwin davao daegu delft
delhi denver derby des_moines detroit dhaka dijon djibouti doha donetsk dortmund dresden dubai dublin dubrovnik duisburg dundee durban
dushanbe dusseldorf edinburgh edmonton eindhoven el_paso erfurt espoo essen exeter faisalabad firenze fort_worth fortaleza frankfurt
freetown freiburg fremont fresno fukuoka gaborone galway gaza gdansk gdynia geelong geneva genoa genova gent ghent giza glasgow gold_coast gothenburg
goteborg granada graz grenoble groningen guadalajara guangzhou guatemala_city guayaquil gurgaon haarlem hague haifa halifax hamburg
 hangzhou hanoi hanover hannover harare harrisburg hartford havana heidelberg helsinki heraklion hiroshima ho_chi_minh_city
hobart honolulu huddersfield hyderabad ibadan incheon indianapolis indore innsbruck iquitos irkutsk isfahan islamabad istanbul izmir
jacksonville jaipur jakarta jeddah jerusalem jinan johannesburg juneau kabul kampala kandahar kano kanpur kansas_city karachi karlsruhe kassel
kathmandu katowice kaunas kazan kharkiv khartoum kiel kiev kigali kingston kinshasa klagenfurt knoxville kobe kobenhavn kochi kolkata koln konya
kosice krakow krasnodar kuala_lumpur kumasi kunming kyiv kyoto la_paz lagos lahore las_vegas lausanne le_havre leeds leicester
leiden leipzig libreville lille lilongwe lima limassol limerick limoges linz lisboa lisbon little_rock liverpool ljubljana lodz lome london
los_angeles louisville luanda lublin lucknow lugano lusaka luxor lviv lyon maastricht maceio macon madrid madurai mainz malaga
malmo managua manama manaus manchester mandalay manila mannheim maputo maracaibo marrakech marseille mashhad mecca medellin melbourne memphis
 merida mexico_city miami milan milano milwaukee minneapolis minsk mississauga mogadishu mombasa monrovia monterrey montevideo
montpellier montreal moscow mosul mumbai munich munchen munster murcia murmansk muscat mysore nagasaki nagoya nagpur nairobi nanjing nantes napoli
naples narvik nashville nassau ndjamena newark newcastle newport niamey nicosia nijmegen nottingham nouakchott novosibirsk nuremberg nurnberg
oakland odense odessa odesa oklahoma_city omaha oporto oran orleans orlando osaka osijek oslo ostrava ottawa ouagadougou oulu oxford padova padua
palermo palma panama_city paramaribo parma patna pattaya perth perugia peshawar philadelphia phnom_penh phoenix phuket pilsen pisa pittsburgh
plovdiv plymouth podgorica poitiers port-au-prince port_elizabeth port_louis port_moresby portland porto porto_alegre portsmouth potsdam
poznan prague praha pretoria pristina providence pune puebla pyongyang quebec_city queretaro quetta quito rabat raleigh ravenna rawalpindi
recife regensburg reims rennes reno reykjavik riga rijeka rimini rio_de_janeiro riyadh rochester rome roma rostock rotterdam rouen
rzeszow sacramento saint_petersburg salerno salt_lake_city salzburg samarkand samsun san_antonio san_diego san_francisco san_jose san_juan
san_salvador sanaa santa_cruz santa_fe santander santiago_de_chile santo_domingo sao_paulo sapporo sarajevo scranton seattle sendai seoul seville sevilla
shanghai sharjah sheffield shenzhen shiraz siena southampton springfield st_louis st_paul stavanger stockholm strasbourg stuttgart
sucre surabaya surat suva swansea syracuse szczecin szeged tabriz taipei tallahassee tallinn tampa tampere tangier taranto
tashkent tartu tbilisi tegucigalpa tehran tel_aviv the_hague den_haag thessaloniki thimphu tijuana timisoara tirana tokyo toronto
toulouse trento trieste tripoli tromso trondheim tucson tulsa tunis turin torino turku uberlandia ulaanbaatar uppsala utrecht vaduz valletta
valparaiso vancouver varanasi varna venice venezia verona vienna wien vientiane vigo vilnius virginia_beach vladivostok volgograd warsaw warszawa
washington_dc wellington wichita wiesbaden windhoek winnipeg wolfsburg worcester wroclaw wuhan wuppertal xiamen xian yangon yaounde
yekaterinburg yerevan yokohama zagreb zanzibar zaragoza zhengzhou zurich zwolle brooklyn manhattan bronx harlem hollywood
noida thane vadodara visakhapatnam guwahati bhubaneswar ludhiana nashik mangalore trivandrum thiruvananthapuram srinagar shimla dehradun
paris sydney houston florence austin bradford york lincoln durham hamilton charlotte richmond victoria valencia
rosario sofia kent norfolk essex derby reading salem toledo malaga cadiz gijon oviedo avignon nimes angers metz nancy
ballarat bendigo cairns townsville toowoomba wollongong parramatta randwick fremantle dunedin tauranga invercargill rotorua napier
 wolverhampton sunderland reykjavik stirling inverness swindon ipswich norwich canterbury luton slough blackpool doncaster`;

const split = (list: string): string[] =>
  list
    .trim()
    .split(/\s+/)
    .map((name) => name.replaceAll('_', ' '));

export const countries: readonly string[] = split(countryList);
export const regions: readonly string[] = split(regionList);
/** Cities; cities that are first a person's name (Austin, Florence) are left out. */
export const cities: readonly string[] = split(cityList);
