// Which sessions hear of an event of a page: those that enabled what it belongs to.
import type { Fields } from './page-view.ts';

/** By which a session hears of it. */
export type Hearing = 'PAGE' | 'LIFECYCLE' | 'RUNTIME' | 'NETWORK';
export type TellPage = (hearing: Hearing, method: string, params: Fields) => void;
