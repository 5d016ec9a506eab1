// The frame of a SARIF 2.1.0 log with one run: whose rules, which results. INVARIANT: what a policy calls its own is no link in a
// message: a viewer shows it as it is written.

/** SARIF 2.1.0, 3.11.6: `[text](target)` in a message is a link. Where one could be, its signs are escaped as that section has it. */
export const sarifMessage = (text: string): { readonly text: string } => ({
  text: text.includes('](') ? text.replaceAll(/[[\]\\]/gu, (sign) => `\\${sign}`) : text,
});

export function sarifLog(
  tool: string,
  rules: readonly Readonly<Record<string, unknown>>[],
  results: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: tool, rules } }, columnKind: 'utf16CodeUnits', results }],
  };
}
