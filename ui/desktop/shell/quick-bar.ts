// The small bar over everything, in which a person says what should be done. INVARIANT: of a page it is handed the address alone, and a
// session is lent only where it was asked for here, and then asked for again in a question.
import { parse } from 'tldts';
import type { Result } from '#policy/language/failure.ts';
import type { ElectronPort, WindowPort } from '../ports/electron.ts';
import type { QuickState } from '../ipc/table.ts';
import { PopUp } from './pop-up.ts';
import { QUICK_BAR } from '../tables/windows.ts';

type Parts = Pick<ElectronPort, 'screen'> & {
  readonly newWindow: () => WindowPort;
  readonly url: string;
  readonly show: (window: WindowPort, state: QuickState) => void;
  readonly gateway: () => QuickState['gateway'];
  readonly read: (text: string) => Promise<Result<{ address: string | null; intentClass: string }>>;
  readonly run: (asked: {
    intent: string;
    startUrl?: string;
    lend: readonly string[];
  }) => Promise<Result<{ taskId: string }>>;
  readonly openAddress: (url: string) => void;
  readonly openTask: (id: string) => void;
};

/** From the top of the screen, as a share of it. */
const FROM_TOP = 0.22;

export class QuickBar {
  readonly #parts: Parts;
  readonly #popUp: PopUp;
  #here: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#popUp = new PopUp(parts);
  }

  get window(): WindowPort | null {
    return this.#popUp.window;
  }

  /** `here`: the page that the words are about. */
  async open(here: string | null): Promise<void> {
    this.#here = isWeb(here) ? here : null;
    const window = await this.#popUp.ready();
    const { screen } = this.#parts;
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const x = Math.round(workArea.x + (workArea.width - QUICK_BAR.width) / 2);
    window.setPosition(x, Math.round(workArea.y + workArea.height * FROM_TOP));
    this.refresh();
    window.show();
    window.focus();
  }

  toggle(): void {
    if (this.#popUp.isVisible) this.hide();
    else void this.open(null);
  }

  hide(): void {
    this.#popUp.hide();
  }

  refresh(): void {
    const { window } = this.#popUp;
    if (window === null) return;
    const site = this.#here === null ? null : parse(this.#here, { allowPrivateDomains: true }).domain;
    this.#parts.show(window, { here: this.#here, site, gateway: this.#parts.gateway() });
  }

  /** Of the bar's own page. An address is shown; anything else is done. */
  async submit({
    text,
    here,
    lend,
  }: {
    text: string;
    here: boolean;
    lend: boolean;
  }): Promise<{ ok: boolean; why?: string }> {
    const { read, run, openAddress, openTask } = this.#parts;
    const intent = text.trim();
    if (intent === '') return { ok: false, why: 'say what should be done' };
    const from = here ? this.#here : null;
    const site = lend && from !== null ? parse(from, { allowPrivateDomains: true }).domain : null;
    const found = from === null ? await read(intent) : null;
    if (found?.ok === false) return { ok: false, why: found.error.message };
    if (found !== null && found.value.address !== null) {
      openAddress(found.value.address);
      this.hide();
      return { ok: true };
    }
    const started = await run({
      intent,
      ...(from === null ? {} : { startUrl: from }),
      lend: site === null ? [] : [site],
    });
    if (!started.ok) return { ok: false, why: started.error.message };
    this.hide();
    openTask(started.value.taskId);
    return { ok: true };
  }
}

const isWeb = (url: string | null): url is string => /^https?:$/u.test(URL.parse(url ?? '')?.protocol ?? '');
