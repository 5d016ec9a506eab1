// When a page is still: told by an observer in our isolated world. Self-contained: its source text is sent to the browser.

/** `busy`: an expression of the page that says it is not done; `watched`: what counts as a change. */
type Rest = {
  readonly quietMs: number;
  readonly mostMs: number;
  readonly watched: Readonly<Record<string, true>>;
  readonly busy?: string;
};

/** No change in the tree for `quietMs` and nothing that says it is busy, or `mostMs` over. Runs in our world. */
const restScript = ({
  quietMs,
  mostMs,
  watched,
  busy = 'false',
}: Rest): string => `function () { return new Promise((resolve) => {
  const done = () => { observer.disconnect(); clearTimeout(timer); clearTimeout(last); resolve(true); };
  const look = () => ${busy} ? begin() : done();
  const begin = () => { clearTimeout(timer); timer = setTimeout(look, ${quietMs}); };
  let timer = 0;
  const last = setTimeout(done, ${mostMs});
  const observer = new MutationObserver(begin);
  observer.observe(document, ${JSON.stringify({ subtree: true, ...watched })});
  begin();
}); }`;

const TREE = { childList: true, attributes: true, characterData: true } as const;
export const REST = restScript({ quietMs: 25, mostMs: 250, watched: TREE });
/** Of an act that leads nowhere and whose caller looks next: the rest of the rest passes while that look is decided (look-ahead.ts). */
export const SHORT_REST = restScript({ quietMs: 10, mostMs: 250, watched: TREE });
/** Scripts bring rows in steps: that long after the last, and so long in all. */
export const WHOLE = restScript({
  quietMs: 300,
  mostMs: 4_000,
  watched: { childList: true },
  busy: `document.querySelector('[aria-busy="true"]') !== null`,
});
