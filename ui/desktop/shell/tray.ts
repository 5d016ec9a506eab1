// The tray: its picture and words in one of three states, its menu, and the small window that shows the same.
import type { NativeImage } from 'electron';
import { drawGhost } from '#ui/signals/icon-drawing.ts';
import type { Standing } from '#ui/signals/standing.ts';
import type { ElectronPort, TrayPort } from '../ports/electron.ts';
import type { TrayState } from '../ipc/table.ts';

type Parts = Pick<ElectronPort, 'Tray' | 'Menu' | 'nativeImage'> & {
  readonly onItem: (id: string) => void;
  /** macOS and Windows tell of a press on it; on Linux the menu comes by itself. */
  readonly onPress: () => void;
};

const SIDE_PX = 22;
const SCALE = 2;

export class TrayIcon {
  readonly #parts: Parts;
  readonly #tray: TrayPort;
  #state: Standing['state'] | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tray = new parts.Tray(this.#picture('IDLE'));
    this.#tray.on('click', () => parts.onPress());
  }

  get bounds(): ReturnType<TrayPort['getBounds']> {
    return this.#tray.getBounds();
  }

  show(menu: TrayState): void {
    const { Menu, onItem } = this.#parts;
    if (menu.state !== this.#state) this.#tray.setImage(this.#picture(menu.state));
    this.#state = menu.state;
    this.#tray.setToolTip(`Ghost Browser: ${menu.words}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate(
        menu.items.map(({ id, label, enabled }) => ({
          label: plain(label),
          enabled,
          click: () => onItem(id),
        })),
      ),
    );
  }

  destroy(): void {
    this.#tray.destroy();
  }

  #picture(state: Standing['state']): NativeImage {
    const side = SIDE_PX * SCALE;
    const drawn = drawGhost(state, side);
    // Electron takes them as blue, green, red, alpha.
    for (let at = 0; at < drawn.length; at += 4) {
      const [red = 0, , blue = 0] = drawn.subarray(at, at + 3);
      drawn[at] = blue;
      drawn[at + 2] = red;
    }
    return this.#parts.nativeImage.createFromBitmap(Buffer.from(drawn.buffer), {
      width: side,
      height: side,
      scaleFactor: SCALE,
    });
  }
}

/** A lone `&` would be taken for the mark of a shortcut. */
const plain = (label: string): string => label.replaceAll('&', '&&');
