// The demo encyclopedia's articles, as data. In texts, `[[slug|label]]` links to an article, `[[http://…|label]]` outside.

export type Article = {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly lead: string;
  readonly infobox: readonly (readonly [string, string])[];
  readonly sections: readonly (readonly [string, string])[];
};

type Row = readonly [string, string];
const article = (
  title: string,
  category: string,
  lead: string,
  infobox: readonly Row[],
  sections: readonly Row[],
): Article => ({
  slug: title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-'),
  title,
  category,
  lead,
  infobox,
  sections,
});

export const ARTICLES: readonly Article[] = [
  article(
    'Mechanical keyboard',
    'Technology',
    'A mechanical keyboard is a [[computer-keyboard|computer keyboard]] with a complete switch under every key. It is valued for its feel, for its long life and for being easy to repair.',
    [
      ['Type', '[[computer-keyboard|Computer keyboard]]'],
      ['Introduced', '1970s'],
      ['Key travel', '4 mm'],
      ['Lifetime', '50 million key presses'],
      ['Notable maker', 'Halden Keyboard Works'],
      ["Maker's website", '[[http://keyboards.test/|keyboards.test]]'],
    ],
    [
      [
        'Switches',
        'There are three families of [[keyboard-switch|switches]]: linear, tactile and clicky. A linear switch moves evenly; a tactile one has a bump; a clicky one is heard as well.',
      ],
      [
        'History',
        'Early terminals took over the layout and the touch of the [[typewriter|typewriter]]. In the 1990s cheaper membrane keyboards replaced most of them; since 2008 they have come back.',
      ],
      ['External links', '[[http://keyboards.test/|Official site of the maker Halden Keyboard Works]]'],
    ],
  ),
  article(
    'Computer keyboard',
    'Technology',
    'A computer keyboard is an input device with keys for letters, digits and commands. Most use the [[qwerty|QWERTY]] layout.',
    [
      ['Keys', '104 in the full size'],
      ['Derived from', '[[typewriter|Typewriter]]'],
    ],
    [
      [
        'Kinds',
        'The [[mechanical-keyboard|mechanical keyboard]] has a switch per key, the membrane keyboard one sheet for all.',
      ],
    ],
  ),
  article(
    'Keyboard switch',
    'Technology',
    'A keyboard switch closes a circuit when its key is pressed.',
    [
      ['Actuation force', '45 to 80 g'],
      ['Travel', '4 mm'],
    ],
    [['Use', 'Switches are sold loose for the [[mechanical-keyboard|mechanical keyboard]].']],
  ),
  article(
    'QWERTY',
    'Technology',
    'QWERTY is a layout of keys for Latin scripts, named after the first six letters.',
    [
      ['Designed by', 'Christopher Latham Sholes'],
      ['Introduced', '1873'],
    ],
    [
      [
        'Spread',
        'It came with the [[typewriter|typewriter]] and stayed with the [[computer-keyboard|computer keyboard]].',
      ],
    ],
  ),
  article(
    'Typewriter',
    'Technology',
    'A typewriter prints letters on paper by means of keys.',
    [
      ['First sold', '1874'],
      ['Successor', '[[computer-keyboard|Computer keyboard]]'],
    ],
    [['Layout', 'The [[qwerty|QWERTY]] layout began here.']],
  ),
  article(
    'Computer mouse',
    'Technology',
    'A computer mouse is a pointing device that is moved by hand.',
    [
      ['Invented by', 'Douglas Engelbart'],
      ['Introduced', '1968'],
    ],
    [['Sensors', 'Balls gave way to light in 1999.']],
  ),
  article(
    'Iceland',
    'Countries',
    'Iceland is an island country in the North Atlantic. Its capital is [[reykjavik|Reykjavík]].',
    [
      ['Capital', '[[reykjavik|Reykjavík]]'],
      ['Population', '393,600'],
      ['Area', '103,125 km²'],
      ['Currency', 'Icelandic króna'],
      ['Official language', 'Icelandic'],
    ],
    [
      ['Nature', 'The country is known for volcanoes, and for the [[aurora|aurora]] in winter.'],
      ['Neighbours', 'The next countries by sea are Greenland and [[norway|Norway]].'],
    ],
  ),
  article(
    'Reykjavík',
    'Cities',
    'Reykjavík is the capital and largest city of [[iceland|Iceland]].',
    [
      ['Country', '[[iceland|Iceland]]'],
      ['Population', '139,900'],
      ['Mayor', 'Einar Jonsson'],
    ],
    [['Geography', 'It is the northernmost capital of a sovereign state.']],
  ),
  article(
    'Norway',
    'Countries',
    'Norway is a country in northern Europe with a long coast of fjords.',
    [
      ['Capital', '[[oslo|Oslo]]'],
      ['Population', '5,550,200'],
      ['Area', '385,207 km²'],
      ['Currency', 'Norwegian krone'],
      ['Official language', 'Norwegian'],
    ],
    [['Nature', 'The [[aurora|aurora]] is seen in the north.']],
  ),
  article(
    'Oslo',
    'Cities',
    'Oslo is the capital of [[norway|Norway]].',
    [
      ['Country', '[[norway|Norway]]'],
      ['Population', '717,700'],
    ],
    [['History', 'It was called Christiania until 1925.']],
  ),
  article(
    'Portugal',
    'Countries',
    'Portugal is a country on the Iberian peninsula.',
    [
      ['Capital', '[[lisbon|Lisbon]]'],
      ['Population', '10,639,700'],
      ['Area', '92,230 km²'],
      ['Currency', 'Euro'],
      ['Official language', 'Portuguese'],
    ],
    [['Drinks', 'Both [[coffee|coffee]] and port wine are at home here.']],
  ),
  article(
    'Lisbon',
    'Cities',
    'Lisbon is the capital of [[portugal|Portugal]].',
    [
      ['Country', '[[portugal|Portugal]]'],
      ['Population', '545,900'],
    ],
    [['Trams', 'Line 28 climbs seven hills.']],
  ),
  article(
    'New Zealand',
    'Countries',
    'New Zealand is an island country in the south-western Pacific.',
    [
      ['Capital', '[[wellington|Wellington]]'],
      ['Population', '5,338,500'],
      ['Area', '268,021 km²'],
      ['Currency', 'New Zealand dollar'],
    ],
    [['Wildlife', 'The kiwi is found nowhere else.']],
  ),
  article(
    'Wellington',
    'Cities',
    'Wellington is the capital of [[new-zealand|New Zealand]].',
    [
      ['Country', '[[new-zealand|New Zealand]]'],
      ['Population', '214,200'],
    ],
    [['Wind', 'It is the windiest capital of all.']],
  ),
  article(
    'Kenya',
    'Countries',
    'Kenya is a country in East Africa.',
    [
      ['Capital', '[[nairobi|Nairobi]]'],
      ['Population', '53,330,900'],
      ['Area', '580,367 km²'],
      ['Currency', 'Kenyan shilling'],
    ],
    [['Exports', 'Kenya exports [[tea|tea]] and [[coffee|coffee]].']],
  ),
  article(
    'Nairobi',
    'Cities',
    'Nairobi is the capital of [[kenya|Kenya]].',
    [
      ['Country', '[[kenya|Kenya]]'],
      ['Population', '4,397,100'],
    ],
    [['Park', 'A national park borders on the city.']],
  ),
  article(
    'Mount Kilimanjaro',
    'Nature',
    'Mount Kilimanjaro is the highest mountain of Africa.',
    [
      ['Elevation', '5,895 m'],
      ['Country', 'Tanzania'],
      ['First ascent', '6 October 1889'],
    ],
    [['Glaciers', 'Its ice has shrunk by four fifths since 1912.']],
  ),
  article(
    'Aurora',
    'Nature',
    'An aurora is light in the sky of high latitudes, caused by the solar wind.',
    [
      ['Height', '100 to 300 km'],
      ['Seen from', '[[iceland|Iceland]], [[norway|Norway]]'],
    ],
    [['Colours', 'Oxygen gives green and red, nitrogen blue.']],
  ),
  article(
    'Ada Lovelace',
    'People',
    'Ada Lovelace was an English mathematician who wrote the first published algorithm for a machine, the [[analytical-engine|Analytical Engine]].',
    [
      ['Born', '10 December 1815'],
      ['Died', '27 November 1852'],
      ['Known for', 'First computer program'],
    ],
    [
      [
        'Work',
        'She translated a paper on the engine of [[charles-babbage|Charles Babbage]] and added notes three times its length.',
      ],
    ],
  ),
  article(
    'Charles Babbage',
    'People',
    'Charles Babbage was an English inventor.',
    [
      ['Born', '26 December 1791'],
      ['Died', '18 October 1871'],
      ['Known for', '[[analytical-engine|Analytical Engine]]'],
    ],
    [['Work', 'He never finished any of his engines.']],
  ),
  article(
    'Analytical Engine',
    'Technology',
    'The Analytical Engine was a design for a general mechanical computer by [[charles-babbage|Charles Babbage]].',
    [
      ['Designed', '1837'],
      ['Designer', '[[charles-babbage|Charles Babbage]]'],
    ],
    [['Programs', 'The first one was written by [[ada-lovelace|Ada Lovelace]].']],
  ),
  article(
    'Marie Curie',
    'People',
    'Marie Curie was a physicist and chemist, the first person with two Nobel Prizes.',
    [
      ['Born', '7 November 1867'],
      ['Died', '4 July 1934'],
      ['Known for', '[[radium|Radium]], polonium'],
    ],
    [['Prizes', 'Physics in 1903, chemistry in 1911.']],
  ),
  article(
    'Radium',
    'Science',
    'Radium is a radioactive element, discovered by [[marie-curie|Marie Curie]] and Pierre Curie.',
    [
      ['Symbol', 'Ra'],
      ['Atomic number', '88'],
      ['Discovered', '1898'],
    ],
    [['Use', 'It once made clock faces glow.']],
  ),
  article(
    'Alan Turing',
    'People',
    'Alan Turing was a mathematician and a founder of computer science.',
    [
      ['Born', '23 June 1912'],
      ['Died', '7 June 1954'],
      ['Known for', 'Turing machine'],
    ],
    [['War', 'He worked against the [[enigma-machine|Enigma machine]].']],
  ),
  article(
    'Enigma machine',
    'Technology',
    'The Enigma machine was a cipher device with rotors.',
    [
      ['Invented by', 'Arthur Scherbius'],
      ['Introduced', '1923'],
    ],
    [['Breaking', 'Polish and British mathematicians, [[alan-turing|Alan Turing]] among them, broke it.']],
  ),
  article(
    'Blue whale',
    'Nature',
    'The blue whale is the largest animal known to have lived.',
    [
      ['Length', '29.9 m'],
      ['Mass', '199 t'],
      ['Lifespan', '80 to 90 years'],
    ],
    [['Food', 'It lives on krill.']],
  ),
  article(
    'Coffee',
    'Food',
    'Coffee is a drink brewed from roasted seeds.',
    [
      ['Origin', 'Ethiopia'],
      ['Colour', 'Dark brown'],
    ],
    [['Species', 'Arabica and robusta are the two that are traded.']],
  ),
  article(
    'Tea',
    'Food',
    'Tea is a drink made from leaves of Camellia sinensis.',
    [
      ['Origin', 'China'],
      ['Colour', 'Green to black'],
    ],
    [['Growing', '[[kenya|Kenya]] is among the largest exporters.']],
  ),
];
