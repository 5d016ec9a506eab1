// What a check finds, and where. INVARIANT: plain data; a line and a column are those of the document, 1-based.

export const LAYERS = ['size', 'markup', 'code'] as const;
export type Layer = (typeof LAYERS)[number];

export type Finding = {
  readonly layer: Layer;
  /** `area.kebab-case`, stable: what a model and a program go by. */
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help: string;
};

/** A place in the document. */
export type Position = { readonly line: number; readonly column: number };

/** Of an offset in a text that begins at `start`. */
export function positionOf(text: string, offset: number, start: Position): Position {
  const before = text.slice(0, offset).split('\n');
  const last = before.at(-1) ?? '';
  return before.length === 1
    ? { line: start.line, column: start.column + last.length }
    : { line: start.line + before.length - 1, column: last.length + 1 };
}

export type Report = (code: string, at: Position, message: string, help: string) => void;

/** A collector for one layer; a document that is refused a thousand times over is refused. */
const MOST_FINDINGS = 100;
export const reporter =
  (findings: Finding[], layer: Layer): Report =>
  (code, { line, column }, message, help) => {
    if (findings.length < MOST_FINDINGS)
      findings.push({ layer, code, line, column, message: message.slice(0, 300), help });
  };
