// The editor's text field as a component: loaded when it is first shown, with its findings as marks.
import { useEffect, useRef } from 'react';
import type { CodeField, Mark } from './policy-code-mirror.ts';
import styles from './policy-editor.module.css';

export type Place = { readonly line: number; readonly column: number; readonly nonce: number };

export function PolicyCode(props: {
  readonly label: string;
  readonly text: string;
  readonly readOnly: boolean;
  readonly marks: readonly Mark[];
  /** Where to go, each time that it is another one. */
  readonly place: Place | null;
  readonly onChange: (text: string) => void;
}) {
  const { label, text, readOnly, marks, place } = props;
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<CodeField | null>(null);
  const last = useRef(props);
  useEffect(() => {
    last.current = props;
  });

  useEffect(() => {
    const element = host.current;
    let gone = false;
    void import('./policy-code-mirror.ts').then(({ openCodeField }) => {
      if (gone || element === null) return;
      const now = last.current;
      const opened = openCodeField(element, {
        label,
        text: now.text,
        onChange: (next) => last.current.onChange(next),
      });
      opened.setReadOnly(now.readOnly);
      opened.setMarks(now.marks);
      field.current = opened;
      if (now.place !== null) opened.goTo(now.place.line, now.place.column);
    });
    return () => {
      gone = true;
      field.current?.close();
      field.current = null;
    };
  }, [label]);

  useEffect(() => field.current?.setText(text), [text]);
  useEffect(() => field.current?.setReadOnly(readOnly), [readOnly]);
  useEffect(() => field.current?.setMarks(marks), [marks]);
  useEffect(() => {
    if (place !== null) field.current?.goTo(place.line, place.column);
  }, [place]);

  return <div ref={host} className={styles['code']} />;
}
