// The rows of a table for another program, by the clipboard. INVARIANT: nothing is copied before the log says that the result leaves; no
// word of a page becomes a formula, mark-up or a link there.
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { inFormat } from '#gateway/protocol/table-text.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { counted } from '#ui/app/parts/words.ts';
import type { TableView } from './result-cells.tsx';
import styles from './result-table.module.css';

const FORMATS = [
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

export function CopyRows({ taskId, table }: { taskId: string; table: TableView }) {
  const [said, setSaid] = useState('');
  const copy = async (format: (typeof FORMATS)[number][0], name: string): Promise<void> => {
    setSaid('');
    const left = await gateway.exportResult(taskId);
    if (!left.ok) return setSaid(left.error.message);
    try {
      await navigator.clipboard.writeText(inFormat(table, format));
      setSaid(`Copied ${counted(table.rows.length, 'row')} as ${name}.`);
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
