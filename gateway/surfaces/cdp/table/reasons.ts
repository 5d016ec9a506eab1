// Why a row is as it is, in the words that clients read: what the door answers by itself, and why it refuses.

/** What stands in the place of the browser's own answer. */
export const ANSWERS = {
  VERSION: 'the door names the browser that Ghost Tabs run in, and no more of it',
  DOWNLOADS:
    'the policy decides on each download, and its file lies in the folder of the settings; a client has a copy where it may',
  OWN_FILES: 'told of files that the client’s own acts brought or that were refused, once the act is over',
  OWN_TARGETS: 'a connection has its own Ghost Tabs, and no other target is there for it',
  OWN_CONTEXTS: 'a context is one Ghost Tab: a browser with a profile of its own',
  OWN_EVENTS: 'the door tells the events of this domain that are VIRTUAL, once they are enabled',
  NO_EVENTS_YET: 'it can be enabled, and no event of this domain is told yet',
  CHANGES_NOTHING:
    'it is answered where it asks for what is so already, or for what no page notices, and changes nothing',
  OWN_OBJECTS: 'an object that was handed out is let go of',
  READABLE: 'told of frames that the task may read, without credentials, once an act has looked at the page',
  TRAFFIC:
    'told of requests of frames that the task may read: no bodies, no header that could hold a credential; what was refused is blocked',
  OWN_ACTS: 'told of what the client’s own acts brought, not of what pages do by themselves',
  IN_FRONT: 'each Ghost Tab is a browser of its own, and in front there',
  NOTHING_WAITS: 'a Ghost Tab waits for no debugger',
} as const satisfies Readonly<Record<string, string>>;
export type Answer = keyof typeof ANSWERS;

/** `until`: `NEVER` it will not be there for clients; `LATER` it is not built yet, and refused until it can be decided truthfully. */
export type Refusal = {
  readonly until: 'NEVER' | 'LATER';
  readonly why: string;
  /** The mend. */
  readonly help: string;
};

const never = (why: string, help: string): Refusal => ({ until: 'NEVER', why, help });
const later = (why: string, help: string): Refusal => ({ until: 'LATER', why, help });

const EVALUATE = 'use `Runtime.evaluate` with `returnByValue`, which the policy decides on as EVALUATE';
const COMMANDS = 'use the browser commands of `ghost`, or its MCP server, which have acts for it';
const LEAVE_OUT = 'leave it out: no client needs it to act on a page';
const NO_EVENT = 'ask for what is there in place of waiting for it';

export const REASONS = {
  // What clients never get.
  ROUND_THE_BOUNDARY: never(
    'it makes a way to a browser or to the network that does not lead through the boundary',
    'use targets of your own, and `Page.navigate`',
  ),
  WHOLE_BROWSER: never(
    'it changes, stops or ends the browser as a whole, with what the boundary keeps in it',
    'close your own targets with `Target.closeTarget`, or close the connection',
  ),
  WEAKENS: never('it takes a protection of the browser away', LEAVE_OUT),
  MACHINE: never('it tells of the machine and of the browser’s processes, which are no task’s', LEAVE_OUT),
  INSTALLS: never('it installs, reads or starts extensions and web apps', LEAVE_OUT),
  CREDENTIAL: never(
    'it uses, hands out or makes up credentials, wallets, tokens or what a browser fills in for a person',
    'a person lends a saved session, under a policy that says so',
  ),
  DEVICE: never('it plays a device of the machine to pages', LEAVE_OUT),
  SUPERSEDED: never('it is an older form of what `/json/protocol` tells', 'read `/json/protocol`'),
  // What is not built yet.
  READS_PAGE: later('what it reads of a page is not yet held to the origins that a task may read', EVALUATE),
  CHANGES_PAGE: later('what it changes in a page is not yet an act that the policy decides on', EVALUATE),
  OBJECT: later(
    'it hands out or uses objects, worlds or nodes of a page, which the door does not keep apart yet',
    EVALUATE,
  ),
  KEEPS_SCRIPT: later(
    'a script that stays and runs later is not yet decided by its world, its digest and its site',
    EVALUATE,
  ),
  INPUT: later(
    'what lies under the point or has the focus is not yet looked up, so it cannot be decided as the act that it is',
    COMMANDS,
  ),
  NO_ACT: later('there is no act for it that a policy could decide on', LEAVE_OUT),
  PICTURES: later(
    'of pictures, only the viewport’s is there',
    'use `Page.captureScreenshot` without `clip`, or the browser commands of `ghost`',
  ),
  FILES: later('files are not yet handed to clients or taken from them', COMMANDS),
  PERMISSION: later('what a page may use of the machine is the policy’s to say', 'have the policy allow it'),
  EMULATES: later(
    'what a page takes its browser for is not yet an act that the policy decides on',
    LEAVE_OUT,
  ),
  COOKIES: later('cookies are not yet decided by their domain for a client of this door', COMMANDS),
  STORAGE: later('what sites keep is not yet decided by its origin for a client of this door', COMMANDS),
  READS_TRAFFIC: later(
    'requests and answers are not yet told without what a client may not read: credentials, headers, other origins',
    COMMANDS,
  ),
  CHANGES_TRAFFIC: later(
    'what a client changes in a request would have to be decided once more, which is not built yet',
    'use `ghost route`, whose rules the boundary decides on',
  ),
  WORKER: later('workers are not yet targets of a client', LEAVE_OUT),
  STREAM: later('streams are handed out for nothing yet, so no handle is yours', LEAVE_OUT),
  PAGE_TOOLS: later('tools that a page offers are not yet acts that the policy decides on', COMMANDS),
  DEBUGS: later(
    'debugging and profiling hand out code and values of every origin of a page, and stop it at will',
    EVALUATE,
  ),
  TOOL: later('what it shows or measures is not yet held to the origins that a task may read', LEAVE_OUT),
  // Events that are not told.
  TELLS_OF_PAGE: later('what happens in a page is not yet told without what a client may not read', NO_EVENT),
  TELLS_OF_SCRIPTS: later('what scripts of a page do and write is not yet told by its origin', NO_EVENT),
  TELLS_OF_TRAFFIC: later('requests are not yet told without what a client may not read', NO_EVENT),
  TELLS_OF_STORAGE: later('what sites keep is not yet told by its origin', NO_EVENT),
  TELLS_OF_FILES: later('files are not yet handed to clients or taken from them', NO_EVENT),
  TELLS_OF_WORKERS: later('workers are not yet targets of a client', NO_EVENT),
  TELLS_OF_DEVICES: never('no device is played to pages', NO_EVENT),
  TELLS_OF_MACHINE: never('it tells of the machine and of the browser’s processes', NO_EVENT),
  TELLS_CREDENTIAL: never('it tells of credentials, wallets or tokens', NO_EVENT),
} as const satisfies Readonly<Record<string, Refusal>>;
export type Reason = keyof typeof REASONS;
