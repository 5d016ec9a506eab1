// Words of which stories around an order are made: of time, of things at home, of what people like and how things are. They say nothing
// of what is to be done. INVARIANT: no verb that acts on a page, no person who could act, no word that takes something back, asks, or says
// when; and in a clause that names what sends, pays or deletes, none of them stands.

const ENGLISH = `
has have having should feels feel felt became become becomes
think thinks thought believe guess suppose know knows knew hope hopes hoping
live lives lived living travel travels travelling traveling flying fly flies flew
arrive arrives arriving back eat eats eating drink drinks cook cooks cooking
fond keen happy pleased interested curious favourite favorite preferred prefer beloved
old young big small large tiny new long short tall high low early late fast slow hot cold warm cheap dear free full busy tired
important urgent necessary required mandatory optional usual common typical simple easy hard difficult right correct wrong proper
main own real actual exact certain particular special single whole entire present current
born age aged years year old month week weekend night evening morning noon afternoon
family home house flat country abroad trip journey holiday holidays vacation flight train hotel party dinner lunch breakfast
meal food fruit vegetable hobby hobbies sport sports pastime interest interests taste mood idea ideas reason reasons
details detail information info data personal figure figures amount bits stuff content contents letters letter characters
quotes quotation line lines paragraph article wording phrase sentence
visible hidden called known found placed
supposedly obviously clearly apparently basically really truly definitely certainly surely indeed kindly gently quickly slowly exactly precisely
bottom top side corner middle beginning upper lower inside outside around
am ours his her
number numbers digits digit name surname
people persons person guest guests passenger passengers traveller travellers
contain contains containing contained include includes included
way manner thing moment while
alone very bit
because since as therefore hence anyway besides
mine yours
picture photo colour color shade
love loved enjoy enjoys enjoyed fancy fancies mean means
account profile
purpose task end goal aim
`;
const GERMAN = `
habe hab haben bin war sei wohne wohnt wohnen lebe lebt fliege fliegen reise reisen komme esse mag liebe liebsten lieblings
alt jung gross grosse klein kleine neu neue wichtig richtig richtige falsch schon schnell einfach eigentlich natuerlich
heute jahre jahr tage woche abend morgens mittag haus hause heim land urlaub flug zug essen obst gemuse hobby hobbys
namlich angeblich wohl also gerade personen person gaste gast leute familie daten angaben eintrag
bin werde wurde heisse weil denn
`;
const SPANISH = `
tengo tiene tienen soy eres somos vivo vive vivimos viajo viajamos vuelo llamo como comemos prefiero prefiere encanta encantan interesa
importante correcto correcta nuevo nueva viejo vieja grande pequeno pequena facil rapido bueno buena mejor favorito favorita
anos ano mes semana dia noche casa pais viaje vuelo hotel comida fruta verdura personas persona invitados gente familia datos
pues porque ya
`;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
const STORY: ReadonlySet<string> = new Set([ENGLISH, GERMAN, SPANISH].flatMap(wordsOf));

export const isOfStory = (folded: string): boolean => STORY.has(folded);
