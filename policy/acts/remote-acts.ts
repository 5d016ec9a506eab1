// What a program that speaks the DevTools protocol asks of a page: scripts, by world, handle and argument, and looks.
// INVARIANT: plain data and closed; every number and handle is one that the tab gave out to that very program, or names nothing.
import { own } from './phrase.ts';
import type { OwnWords } from './phrase.ts';

/** `ISOLATED`: a world of the program's own beside the page's scripts, which see nothing of it. `PAGE`: among them. */
export type ScriptWorld = 'ISOLATED' | 'PAGE';

/** Where a script of such a program runs, on what, and how its value comes. */
export type RemoteScript = {
  /** Whose worlds and handles are meant. */
  readonly client: string;
  readonly world: ScriptWorld;
  /** A world of a frame, as the tab numbers it. */
  readonly context: number;
  /** The script declares a function, which is called. Default: it is an expression. */
  readonly call?: {
    /** Of what it is called on; default: of nothing. */
    readonly on?: string;
    /** A list in JSON of `{ value }`, `{ unserializable }` and `{ handle }`. */
    readonly arguments: string;
  };
  /** Its value comes as JSON; default: objects by handles. */
  readonly byValue: boolean;
  /** What a promise comes to is waited for. */
  readonly awaits: boolean;
};

export type RemoteAsk =
  /** From now on the program is told of frames and worlds. */
  | { readonly for: 'PAGE' }
  /** An empty world in a frame. */
  | { readonly for: 'WORLD'; readonly frame: string; readonly name: string }
  /** The same in each document that comes. */
  | { readonly for: 'WORLDS'; readonly name: string }
  /** What an object is as a node, where it lies, what it holds; an element as acts name it. */
  | { readonly for: 'NODE' | 'QUADS' | 'ELEMENT'; readonly handle: string }
  | { readonly for: 'PROPERTIES'; readonly handle: string; readonly own: boolean }
  /** A node in another world of its frame. */
  | { readonly for: 'RESOLVE'; readonly node: number; readonly context: number }
  /** What a text that is written would go to. */
  | { readonly for: 'FOCUSED' }
  /** What lies under a point of the view, in CSS pixels. */
  | { readonly for: 'POINT'; readonly x: number; readonly y: number }
  | { readonly for: 'LAYOUT' }
  | { readonly for: 'HISTORY' };

export type RemoteLook = {
  readonly type: 'OBSERVE';
  readonly what: 'REMOTE';
  readonly client: string;
  readonly ask: RemoteAsk;
};

/** INVARIANT: a person who reads it knows that what runs is not shown to them. */
export const OWN_WORLD: OwnWords = own`run scripts of the program’s own beside the page, unseen: what they do, they do as the page’s own scripts could`;

/** What an answer for the task covers. */
export const COVERS_OWN_WORLD =
  'running scripts of the program’s own beside the page, whatever they are: they read the page and can change it';
