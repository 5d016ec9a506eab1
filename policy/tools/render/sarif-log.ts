// The frame of a SARIF 2.1.0 log with one run: whose rules, which results.

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
