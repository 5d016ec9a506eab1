// Everyday words of an order that say nothing of what is to be done, in three languages: what may stand between the names.
// INVARIANT: a word that could change what is meant (not, all, first, below, before, a question) stands in `words.ts` nowhere.

/** Pronouns, articles, prepositions, helping verbs, politeness and talk about the page itself. Folded: small letters, no accents. */
const ENGLISH = `
a an the this that these those it its one ones me my mine myself you your yours yourself us our ours him his her hers
them their theirs folks guys mate dear sir madam
of for to in on at by from with into onto as inside within upon about via through there here where is be am are been being
will would shall could can may might must ought need needs needed want wants wanted like likes liked love wish wishes prefer
prefers do does done doing having get gets got getting let lets make makes made give gives given 
and so then also too well just simply only really very quite actually basically please pls plz kindly thanks thank thx ty cheers
excuse hey hi hello yo ok okay alright right-away now next afterwards finally lastly eventually immediately quickly quick asap
sure fine great good nice perfect awesome cool lovely
 which what-i
go ahead going gonna wanna gotta come comes came goes try start begin proceed favour favor mind
able possible moment minute second-please time today sec bit little kind-of sort-of thing things something stuff
page site website screen web app application browser window form part place spot area document view
value values text word words name names named called labelled labeled label labels reading saying written shown
titled title marked-as entitled caption
listed located
guess-that understand interested interesting important
order-of step steps task job work follows following follow-these
ready finished done complete completed set up down 
 ur r im id ill dont-mind grateful appreciate appreciated appreciates glad happy
way how-about that-is namely mean means meaning called-for belong belongs sits stand stands standing
s m d ll re ve t
itself himself herself themselves around across somewhere end accordingly being together rest-assured
`;
const GERMAN = `
der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesen diesem jene jener jenes ich mir mich mein meine
meinen meinem meiner du dir dich dein deine deinen deinem sie ihnen ihr ihre ihren ihrem er ihn ihm seine seinen seinem uns unser
unsere es man wer-bitte
und auch noch so dann danach anschliessend nun jetzt gleich sofort schnell kurz mal einmal eben doch bitte danke dank vielen herzlichen
gern gerne lieber einfach nur bloss genau
in im ins an am ans auf aufs zu zum zur von vom bei beim mit fur nach um durch als wie-folgt wo da dort hier dorthin dahin hin her rein
hinein drauf darauf drin darin davon dazu damit dass
ist sind wird werden sei seid bin bist soll sollen sollst sollte sollten muss mussen musst kann kannst konnen konnte
konntest konnten mochte mochtest mochten mag will willst wollen wollte hatte brauche brauchen braucht
mach mache machen macht gib geben gebe geht gehen geh komm kommt kommen
hallo hi hey guten moin liebe lieber freundlich freundlicherweise nett gut prima super
 damit-du also namlich
seite webseite website formular fenster text wert wort worter namens name genannt heisst beschriftet aufschrift titel beschriftung
finde finden findest such suche steht stehen gibt liegt
als schluss entsprechend selbst irgendwo ende fertig zuerst zunachst erst sodann
`;
const SPANISH = `
el la los las un una unos unas lo le les me te se nos mi mis tu tus su sus yo usted ustedes ella ellos ellas nosotros
este esta estos estas ese esa esos esas eso esto aquel aquella ello ahi alli alla aqui aca
y e tambien ademas asi pues entonces luego despues ahora ya enseguida rapido solo solamente simplemente
de del a al en con por para como que desde sobre-todo dentro hacia
es son sea ser estar esta estan este hay haber haya
puedes puede podrias podria poder quiero quieres quisiera queria querria gustaria necesito necesita necesitas debe deben debes deberia tienes
tiene tengo tener hace haz hacer haga hagas hazme favor gracias muchas porfa porfi
hola buenas buenos dias tardes oye venga vale bien perfecto genial
 porque pues
pagina sitio web formulario ventana texto valor palabra nombre llamado llamada llama titulado titulada pone-que titulo etiqueta
busca-en encuentra encontrar
finalmente ultimo-paso fin final termina terminar acaba listo cosa algo
tanto misma mismo medio correspondiente
dar dale darle da de ponerle quede quedar queda
`;

const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word !== '' && !word.includes('-'));

/** INVARIANT: one table for all three: no word of it is the name of an act in another. */
const EVERYDAY: ReadonlySet<string> = new Set([ENGLISH, GERMAN, SPANISH].flatMap(wordsOf));

export const isEveryday = (folded: string): boolean => EVERYDAY.has(folded);
