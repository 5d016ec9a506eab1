// Opens a task's rows as an applet, in the form that fits or in another. INVARIANT: one applet is open at a time, and a question that
// needs the person closes it.
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { opened } from '#ui/app/parts/opened.tsx';
import type { AppletSource } from './applet-dialog.tsx';
import { ShowAs } from './show-as.tsx';
import styles from './applet.module.css';

/** Loaded when one is opened. */
const AppletDialog = opened(async () => (await import('./applet-dialog.tsx')).AppletDialog);

type Given = {
  readonly taskId: string;
  readonly title: string;
  readonly of?: AppletSource;
  /** Kept results whose rows are shown with it. */
  readonly also?: readonly string[];
};
const NONE: readonly string[] = [];

export function AppletOpener({ taskId, title, of = 'TASK', also = NONE }: Given) {
  /** `null`: the form that fits; nothing is open while it is `undefined`. */
  const [form, setForm] = useState<DrawnForm | null | undefined>(undefined);
  const asked = useWorld((world) => world.onScreen !== null);
  // Closed is gone: after the question it is opened by the person or not at all.
  if (asked && form !== undefined) setForm(undefined);
  return (
    <div className={styles['open']}>
      <Button icon={AppWindow} aria-haspopup="dialog" onClick={() => setForm(null)}>
        Open applet
      </Button>
      <ShowAs value={null} onChoose={setForm} />
      {form === undefined || asked ? null : (
        <AppletDialog
          taskId={taskId}
          title={title}
          of={of}
          also={also}
          form={form}
          onClose={() => setForm(undefined)}
          onChoose={setForm}
        />
      )}
    </div>
  );
}
