// Two things in what the gateway says of a failure, for whoever sits in front of a window: a person by their channel is said in words, and
// an option that is offered as another way is left out. Whatever else is of the command line stays as it is.

const NAMES = [
  [/`person:ui`/gu, 'you'],
  [/`person:terminal`/gu, 'a person at the terminal'],
  [/,? or (?:give|use) `--[^`]+`/gu, ''],
] as const;

export const plainWords = (text: string): string =>
  NAMES.reduce((said, [pattern, word]) => said.replaceAll(pattern, word), text);
