// What a column is called: as the page heads it, else by what the page's marks call it, else by what its cells are.
// INVARIANT: names are unique within a table, and any words may be one (`__proto__` too).
import type { ColumnType } from './table.ts';

/** What marks call things, and what a person would. The first that fits. */
const CONCEPTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:old|was|regular|list|original|strike|before|rrp|msrp)(?:price)?$|^compareat/u, 'Old price'],
  [/^(?:price|amount|cost|fare|preis|prix|precio)s?$|price$/u, 'Price'],
  [/^(?:ratings?|stars?|score|ratingvalue)$/u, 'Rating'],
  [/^(?:reviews?|reviewcount|ratingcount|votes?)$/u, 'Reviews'],
  [/^(?:brand|maker|manufacturer)$/u, 'Brand'],
  [/^(?:author|byline|by|creator|artist)$/u, 'Author'],
  [/^(?:sku|mpn|model|artnr|gtin13)$/u, 'Model'],
  [/^(?:availability|stock|instock)$/u, 'Availability'],
  [/^(?:weight)$/u, 'Weight'],
  [/^(?:colou?r)$/u, 'Colour'],
  [/^(?:size)$/u, 'Size'],
  [/^(?:date|datepublished|published|time|when|startdate|posted)$/u, 'Date'],
  [/^(?:company|employer|hiringorganization)$/u, 'Company'],
  [/^(?:location|place|city|where)$/u, 'Location'],
  [/^(?:salary|wage|pay)$/u, 'Salary'],
  [/^(?:category|genre|section)$/u, 'Category'],
  [/^(?:duration|runtime|length)$/u, 'Duration'],
  [/^(?:description|desc|snippet|summary|excerpt|abstract|teaser|blurb|details)$/u, 'Description'],
  [/^(?:department|team)$/u, 'Department'],
  [/^(?:status|state)$/u, 'Status'],
  [/^(?:quantity|qty)$/u, 'Quantity'],
  [/^(?:name|title|headline|productname|heading)$|(?:name|title)$/u, 'Name'],
];

const MAX_HINT_CHARACTERS = 400;

/** By the page's own mark, `itemprop` first: words of classes and properties, of which the last ones say most. */
export function conceptOf(given: string): string | null {
  const hint = given.slice(0, MAX_HINT_CHARACTERS);
  const words = hint
    .replaceAll(/([a-z])([A-Z])/gu, '$1-$2')
    .split(/[\s_-]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
  const joined = hint.split(/\s+/u).map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/gu, ''));
  for (const [pattern, name] of CONCEPTS) if (joined.some((word) => pattern.test(word))) return name;
  for (const [pattern, name] of CONCEPTS) if (words.some((word) => pattern.test(word))) return name;
  return null;
}

export function nameByType(type: ColumnType, unit: string | null, quotes: readonly string[]): string {
  switch (type) {
    case 'money':
      return 'Price';
    case 'rating':
      return 'Rating';
    case 'date':
      return 'Date';
    case 'link':
      return 'Link';
    case 'boolean':
      return quotes.some((quote) => /stock|sold|availab|lager|liefer|verkauft|agotado|disponib/iu.test(quote))
        ? 'Availability'
        : 'Yes or no';
    case 'number':
      return unit !== null && /^\p{L}{4,}$/u.test(unit)
        ? `${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}`
        : 'Number';
    case 'text':
      return 'Text';
  }
}

const MAX_NAME_CHARACTERS = 120;

/** `Price`, `Price 2`: each once, in their order. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.length > MAX_NAME_CHARACTERS ? `${given.slice(0, MAX_NAME_CHARACTERS - 1)}…` : given;
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${count}`;
    taken.add(unique);
    return unique;
  });
}
