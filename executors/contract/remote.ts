// What a program that drives a tab by the DevTools protocol is told: frames, worlds, values.
// INVARIANT: nothing of a frame whose origin the task may not read is in it, and no known credential; ids of worlds and objects are
// numbers that the tab gave out to this program.

/** A frame whose document the task may read, by the browser's own id. */
export type RemoteFrame = {
  readonly id: string;
  /** `null` for the page's main frame. */
  readonly parentId: string | null;
  readonly loaderId: string;
  readonly name: string;
  readonly url: string;
  readonly mimeType: string;
};

/** A world that scripts run in. */
export type RemoteContext = {
  readonly id: number;
  readonly frameId: string;
  readonly origin: string;
  /** Of a world of the program's own, as it called it; `''` for the page's. */
  readonly name: string;
  readonly isDefault: boolean;
};

/** The protocol's `RemoteObject`, as far as it is told. `handle`: by which it may be named again. */
export type RemoteValue = {
  readonly type: string;
  readonly subtype?: string;
  readonly className?: string;
  readonly value?: unknown;
  readonly unserializable?: string;
  readonly description?: string;
  readonly handle?: string;
};

export type RemoteThrown = {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly exception: RemoteValue | null;
};

/** What a script came to. `pending`: its promise waits; what it comes to is told as `SETTLED` of that number. */
export type RemoteAnswer =
  | { readonly value: RemoteValue; readonly thrown: RemoteThrown | null }
  | { readonly pending: number };

/** The same once it is known; `failed`: the browser's own words for why there is no answer. */
export type RemoteSettled =
  | { readonly value: RemoteValue; readonly thrown: RemoteThrown | null }
  | { readonly failed: string; readonly code?: 'act.too-large' };

export type RemoteNode = {
  /** As the tab numbers it. */
  readonly node: number;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string;
  readonly childNodeCount: number;
  /** Of a frame's element: the frame, where it may be read. */
  readonly frameId?: string;
};

export type RemoteProperty = {
  readonly name: string;
  readonly value: RemoteValue | null;
  readonly enumerable: boolean;
  readonly isOwn: boolean;
};

/** What a look came to. */
export type RemoteTold =
  | {
      readonly for: 'PAGE';
      readonly frames: readonly RemoteFrame[];
      readonly contexts: readonly RemoteContext[];
    }
  | { readonly for: 'WORLD'; readonly context: number }
  | { readonly for: 'WORLDS' }
  | { readonly for: 'NODE'; readonly node: RemoteNode }
  | { readonly for: 'QUADS'; readonly quads: readonly (readonly number[])[] }
  | { readonly for: 'PROPERTIES'; readonly properties: readonly RemoteProperty[] }
  | { readonly for: 'RESOLVE'; readonly value: RemoteValue }
  /** `null`: nothing that an act could be on. */
  | { readonly for: 'ELEMENT'; readonly ref: string | null }
  | { readonly for: 'POINT'; readonly ref: string | null }
  /** `selected`: what a text that is written there would replace; `END`: it would stand behind what is there. */
  | { readonly for: 'FOCUSED'; readonly ref: string | null; readonly selected: 'ALL' | 'END' | 'OTHER' }
  | { readonly for: 'LAYOUT'; readonly layout: RemoteLayout }
  | { readonly for: 'HISTORY'; readonly current: number; readonly entries: readonly RemoteEntry[] };

/** Of a tab's history. Of one that may not be read, address and title are empty. */
export type RemoteEntry = { readonly id: number; readonly url: string; readonly title: string };

export type RemoteBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
/** In CSS pixels: what is seen, by the page's own places, and how large the page is. */
export type RemoteLayout = { readonly view: RemoteBox; readonly content: RemoteBox; readonly scale: number };

/** What is told of an answer. Of one that the task may not read: that it came. */
export type RemoteResponse = {
  readonly url: string;
  /** 0: it may not be read. */
  readonly status: number;
  readonly statusText: string;
  /** Of those that could hold a credential, the name alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly isCached: boolean;
};

/** A request of a frame that the program was told of. `id`: of its document's loader, or a name of the tab's own. */
export type RemoteRequest = {
  readonly id: string;
  readonly frameId: string;
  readonly loaderId: string;
  readonly documentUrl: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As the protocol has it: `Document`, `Fetch`, `Image`, … */
  readonly type: string;
  /** It has a body, which is not told. */
  readonly sends: boolean;
  /** In seconds: of the browser's clock, and since the epoch. */
  readonly at: number;
  readonly wallTime: number;
  /** What led from the request of the same id to this one. */
  readonly redirectedBy: RemoteResponse | null;
};

export type RemoteTraffic =
  | { readonly kind: 'REQUEST'; readonly request: RemoteRequest }
  | {
      readonly kind: 'RESPONSE';
      readonly id: string;
      readonly frameId: string;
      readonly loaderId: string;
      readonly type: string;
      readonly at: number;
      readonly response: RemoteResponse;
    }
  | { readonly kind: 'REQUEST_ENDED'; readonly id: string; readonly at: number; readonly bytes: number }
  | {
      readonly kind: 'REQUEST_FAILED';
      readonly id: string;
      readonly type: string;
      readonly at: number;
      /** In the browser's words. */
      readonly error: string;
      readonly isCanceled: boolean;
      /** The boundary did not let it go. */
      readonly isRefused: boolean;
    };

export type RemoteEvent =
  | RemoteTraffic
  | { readonly kind: 'FRAME_ATTACHED'; readonly frameId: string; readonly parentId: string }
  | { readonly kind: 'FRAME_DETACHED'; readonly frameId: string }
  | { readonly kind: 'FRAME_NAVIGATED'; readonly frame: RemoteFrame }
  | { readonly kind: 'MOVED_WITHIN'; readonly frameId: string; readonly url: string }
  | { readonly kind: 'LOADING' | 'STOPPED'; readonly frameId: string }
  | {
      readonly kind: 'LIFECYCLE';
      readonly frameId: string;
      readonly loaderId: string;
      readonly name: string;
      readonly at: number;
    }
  | { readonly kind: 'BUILT' | 'LOADED'; readonly at: number }
  | { readonly kind: 'WORLD'; readonly context: RemoteContext }
  | { readonly kind: 'WORLD_GONE'; readonly id: number }
  | { readonly kind: 'WORLDS_GONE' }
  | {
      readonly kind: 'SETTLED';
      readonly pending: number;
      readonly answer: RemoteSettled;
      readonly from: string;
    }
  /** A dialog of the page waits for its answer; it was answered. */
  | {
      readonly kind: 'DIALOG';
      /** Of the tab’s pages: the one that it stands in front of. */
      readonly page: string;
      /** Of the page’s dialogs: an answer is for the one that it names. */
      readonly number: number;
      readonly dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
      readonly message: string;
      readonly defaultText: string;
      readonly from: string;
    }
  | { readonly kind: 'DIALOG_GONE'; readonly page: string; readonly accepted: boolean }
  | RemotePageEvent;

/** Of the tab's pages, each by its id, which is its main frame's too. */
export type RemotePageEvent =
  | {
      readonly kind: 'ANOTHER_PAGE';
      /** In front from here on. */
      readonly page: string;
      /** Opened it, as far as the browser or that page said so. */
      readonly opener: string | null;
      /** Gone: this one stands in its place, and nothing that was told of that one holds any longer. */
      readonly instead: string | null;
    }
  | { readonly kind: 'PAGE_GONE'; readonly page: string };

export type HearRemote = (event: RemoteEvent) => void;

/** What JSON has no word for. INVARIANT: nothing else is one: the engine runs it. */
export const UNSERIALIZABLE = /^(?:-0|NaN|-?Infinity|-?\d{1,190}n)$/u;
