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

const NOT_KEPT: Refused = {
  code: 'http.bad-request',
  message: 'this browser keeps nothing for this address, so nothing could be answered here',
  help: 'allow it to keep site data for this address, then ask for a new link with `ghost ui`',
};

/** Why it did not work; else this document is left: for the app, or, in a window that is for questions alone, for those that wait. */
export async function goOn({ code, devApp }: Way, isForQuestions: boolean): Promise<Refused | null> {
  const enrolled = await enrol(code);
  if (!enrolled.ok) return enrolled.error;
  const { key, next } = enrolled.value;
  if (!keepKey(key)) return NOT_KEPT;
  const app = devApp === null ? next : new URL(new URL(next).hash, devApp).href;
  location.replace(isForQuestions ? `${location.pathname}?waiting` : app);
  return null;
}
