// What is said where the demo world is used unasked. INVARIANT: command and library say it in the same words, each with its own way to
// leave it out.

export const demoIsThere = (leavesOut: string): string =>
  `no sites are configured: using the demo world (\`${leavesOut}\` leaves it out, \`sites\` in config.yaml names your own: docs/settings.md)`;
