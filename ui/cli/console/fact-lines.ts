// What `--help` says where facts are options, and `ghost policy facts`: every fact with what it may be and what it means.
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { factMeaning } from '#policy/language/meanings.ts';

const WIDTH = Math.max(...FACT_NAMES.map(({ length }) => length));
const MAX_MEMBERS = 12;

/** `--hour  0 to 23: Hour of the day, …` */
export const factLines = (): readonly string[] =>
  FACT_NAMES.map((name) => `--${name.padEnd(WIDTH)}  ${valuesOf(name)}: ${factMeaning(name) ?? ''}`);

function valuesOf(name: FactName): string {
  const spec = factSpec(name);
  switch (spec.kind) {
    case 'enum': {
      const shown = spec.members.slice(0, MAX_MEMBERS).join(', ');
      return spec.members.length > MAX_MEMBERS ? `${shown}, …` : shown;
    }
    case 'boolean':
      return 'true, false';
    case 'integer':
      return `${spec.min} to ${spec.max}`;
    case 'host':
      return 'a host';
    case 'path':
      return spec.style === 'url' ? 'a path' : 'a folder';
    case 'keyed':
      return name === 'query' ? 'as in a=1&b=2' : 'names with commas between';
    case 'text':
      return 'text';
  }
}

/** Of the verbs whose options are facts. */
export const notesOf = (verb: string): readonly string[] =>
  verb === 'policy explain' || verb === 'policy why-not'
    ? [
        'Facts, as options; what is left out has its neutral value, and `--url` says whatever follows from one:',
        ...factLines(),
      ]
    : [];
