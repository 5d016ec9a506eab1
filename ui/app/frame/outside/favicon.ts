// The page's icon, as things stand: plain, with a dot while something runs, with a bar while a person is asked.
import { drawGhost } from '#ui/signals/icon-drawing.ts';
import type { Standing } from '#ui/signals/standing.ts';

const SIDE_PX = 64;

export function showFavicon(state: Standing['state']): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null || link.dataset['standing'] === state) return;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const picture = new ImageData(SIDE_PX, SIDE_PX);
  picture.data.set(drawGhost(state, SIDE_PX));
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  link.type = 'image/png';
  link.href = canvas.toDataURL('image/png');
  link.dataset['standing'] = state;
}
