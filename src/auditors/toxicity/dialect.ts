/**
 * Spellings of African American English and of plain chat, with their standard form. Tweets in dialect were labelled offensive
 * too often (Sap et al., 2019), so the model must not see the dialect of a text.
 */

const rows = `dat=that dis=this da=the tha=the de=the dem=them dey=they dose=those den=then dere=there wit=with wid=with
  mah=my muh=my yo=your ya=you yall=you u=you ur=your youre=you r=are n=and nd=and an=and tho=though thru=through
  gon=going gone=going gonna=going finna=going fina=going tryna=trying tryin=trying imma=im ima=im ion=dont iono=dont ain=isnt aint=isnt
  cuz=because cus=because cause=because coz=because bc=because bcuz=because wanna=want gotta=got gots=got lemme=let gimme=give
  ova=over eva=ever neva=never foreva=forever somethin=something nothin=nothing nuttin=nothing nuffin=nothing
  bruh=friend bro=friend bruv=friend fam=friend homie=friend homies=friends dawg=friend dude=friend sis=friend cuh=friend
  nigga=friend niggas=friends nigguh=friend boo=friend bae=friend shawty=girl shorty=girl gurl=girl
  lil=little ol=old ole=old po=poor mo=more sho=sure fo=for fa=for fuh=for outta=out kinda=kind sorta=sort lotta=lot hella=very
  deadass=really lowkey=really highkey=really frfr=really fr=really ong=really ngl=really nah=no naw=no yea=yes yeah=yes
  yessir=yes aye=hey ayy=hey ay=hey sup=hello wassup=hello whats=what
  lol= lmao= lmfao= rofl= smh= tbh= rt= omg= haha= hahaha= lmaoo= lmaooo=
  bout=about round=around till=until til=until
  doin=doing goin=going talkin=talking gettin=getting lookin=looking comin=coming makin=making sayin=saying havin=having
  takin=taking thinkin=thinking actin=acting playin=playing feelin=feeling workin=working livin=living runnin=running
  trippin=tripping chillin=resting ballin=playing hatin=hating lovin=loving waitin=waiting sittin=sitting callin=calling
  tellin=telling askin=asking givin=giving eatin=eating drinkin=drinking smokin=smoking readin=reading watchin=watching
  cookin=cooking missin=missing movin=moving leavin=leaving stayin=staying showin=showing startin=starting workn=working
  mama=mother momma=mother mamas=mothers daddy=father pops=father
  jus=just juss=just kno=know knw=know luv=love gud=good thang=thing thangs=things skool=school
  whatchu=what wut=what wat=what bet=right tru=true`;

/** Maps dialect spelling to standard spelling; skips empty rows. */
export const dialect: ReadonlyMap<string, string> = new Map(
  rows.split(/\s+/).map((row): [string, string] => {
    const [from = '', to = ''] = row.split('=');
    return [from, to];
  }),
);
