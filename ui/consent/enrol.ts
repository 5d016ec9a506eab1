// Takes the code of a hand-over for this origin's secret, then goes on. INVARIANT: the code is out of the address before
// anything else happens, and what this origin keeps is half of the secret: the other half is a cookie that no script reads.
import { enrol, keepKey, type Refused } from './calls.ts';

export type Way = {
  readonly code: string;
  /** `npm run dev` serves the app itself and says where; a built document never looks at it. */
  readonly devApp: string | null;
};

/** What the address says, taken out of it; `null` where there is no code. */
export function takeWay(): Way | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('enrol');
  if (code === null) return null;
  history.replaceState(null, '', location.pathname);
  return { code, devApp: import.meta.env.DEV ? given.get('app') : null };
}

/** Why it did not work; else this document is left: for the app, or, in a window that is for questions alone, for those that wait. */
export async function goOn({ code, devApp }: Way, isForQuestions: boolean): Promise<Refused | null> {
  const enrolled = await enrol(code);
  if (!enrolled.ok) return enrolled.error;
  const { key, next } = enrolled.value;
  keepKey(key);
  const app = devApp === null ? next : new URL(new URL(next).hash, devApp).href;
  location.replace(isForQuestions ? `${location.pathname}?waiting` : app);
  return null;
}
