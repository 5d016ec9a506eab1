// What is odd about a site's address, in sentences: the same on a card, in a terminal and in a client's window.

const WARNINGS: Readonly<Record<string, string>> = {
  punycode: 'The name is written in another script (punycode). It may imitate a name that you know.',
  'mixed-script': 'The name mixes scripts. Letters that look alike may imitate a name that you know.',
  'ip-address': 'This is a bare network address, not a named site.',
  'not-https': 'The connection is not encrypted. Others on the network can read and change it.',
};

/** Of one of `SiteView`’s warnings. */
export const warningText = (code: string): string =>
  WARNINGS[code] ?? `Take care with this address: ${code}.`;
