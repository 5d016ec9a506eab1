// What an export needs for word lists: languages without words look for ` buy ` in the name's words, spaced.
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { Unit } from '#policy/engine/documents/document.ts';
import { wordsOf } from '#policy/requests/names.ts';

/** The fact that a request to an exported policy carries beside the others, where word lists are used. */
export const SPACED_WORDS = 'elementSpaced';

export const spacedWords = (elementName: string): string => ` ${wordsOf(elementName).join(' ')} `;

export const speaksOfWords = (unit: Unit): boolean => setsOf(unit.scope).some((set) => set.kind === 'words');
