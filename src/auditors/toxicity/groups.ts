/** Terms for groups of people: neutral by themselves, all treated equally. */

/** Words that nearly always mean people: singular, plural and adjective. */
export const groupTerms = `jews jew jewish judaism muslims muslim islam islamic islamist islamists arabs arab arabic blacks whites caucasian
  caucasians asians asian mexicans mexican latinos latino latinas latina latinx hispanics hispanic chicano immigrants immigrant migrants
  migrant refugees refugee foreigners foreigner aliens illegals asylum-seekers indians indian africans african chinese japanese
  koreans korean vietnamese filipinos filipino filipina thais cambodians indonesians malaysians pakistanis pakistani bangladeshis
  bangladeshi afghans afghan iranians iranian persians iraqis iraqi syrians syrian lebanese saudis egyptians egyptian
  moroccans moroccan algerians algerian tunisians somalis somali nigerians nigerian ethiopians ethiopian kenyans ghanaians
  congolese haitians haitian jamaicans jamaican cubans cuban puerto brazilians brazilian colombians venezuelans guatemalans
  hondurans salvadorans turks turk turkish kurds kurdish armenians armenian greeks greek albanians albanian serbs serbian
  croats bosnians bosnian romanians romanian bulgarians bulgarian hungarians hungarian poles polish czechs slovaks russians russian
  ukrainians ukrainian germans german french italians italian spaniards spanish portuguese irish scottish welsh britons british
  swedes swedish danes dutch americans american canadians canadian australians australian europeans european israelis israeli palestinians
  palestinian gypsies gypsy roma romani sinti travellers natives aboriginals aboriginal indigenous inuit maori
  gays gay lesbians lesbian homosexuals homosexual heterosexuals heterosexual trans transgender transgenders transgendered
  transsexual transsexuals transwomen transmen transwoman transman bisexuals bisexual queers queer lgbt lgbtq lgbtqia nonbinary genderqueer
  asexual asexuals intersex women woman men man girls girl boys boy females ladies wives mothers feminists feminist
  christians christian catholics catholic protestants protestant mormons mormon evangelicals evangelical jehovahs hindus hindu hinduism
  buddhists buddhist sikhs sikh taoists taoist jains atheists atheist pagans
  disabled handicapped disability autistic autism deaf blind paralyzed quadriplegic wheelchair amputees dyslexic
  elderly seniors pensioners millennials millennial teenagers teenager teens teenage homeless liberals conservatives republicans
  democrats leftists minorities minority negroes negro`;

/** Words that mean people only next to one of {@link people}. */
export const ageAndKind =
  'old older young younger straight senior brown colored coloured black white male female native';
/** Words that turn the word before into a group. */
export const people =
  'people person persons man woman men women boy boys girl girls folks folk guy guys lady ladies kid kids child children adults adult community communities couple couples lives voters students student neighborhood neighborhoods culture families family thugs thug trash american americans';
