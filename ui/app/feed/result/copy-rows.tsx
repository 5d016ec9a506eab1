// The rows of a table for another program, by the clipboard. INVARIANT: nothing is copied before the log says that the result leaves; no
// word of a page becomes a formula, mark-up or a link there.
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat } from '#gateway/client/kept-result.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { counted } from '#ui/app/parts/words.ts';
import type { TableView } from './result-cells.tsx';
import styles from './result-table.module.css';

const FORMATS = [
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const satisfies readonly (readonly [ExportFormat, string])[];

export function CopyRows({ taskId, table }: { taskId: string; table: TableView }) {
  const [said, setSaid] = useState('');
  const copy = async (format: ExportFormat, name: string): Promise<void> => {
    setSaid('');
    const left = await gateway.exportResult(taskId);
    if (!left.ok) return setSaid(left.error.message);
    try {
      // Nobody needs it to look at rows.
      const { rowsAlone, textOf } = await import('#gateway/client/kept-result.ts');
      const text = textOf(rowsAlone(table), format);
      if (text.ok) await navigator.clipboard.writeText(text.value);
      setSaid(text.ok ? `Copied ${counted(table.rows.length, 'row')} as ${name}.` : text.error.message);
    } catch {
      setSaid('The rows could not be copied. Allow the clipboard for this page, or export them.');
    }
  };
  return (
    <div className={styles['copies']} role="group" aria-label="Copy the rows">
      {FORMATS.map(([format, name]) => (
        <Button key={format} icon={Copy} look="quiet" onClick={() => void copy(format, name)}>
          Copy as {name}
        </Button>
      ))}
      <span role="status">{said}</span>
    </div>
  );
}
