// What a chosen cell rests on: its words, where they were read, and the page as it was seen with the words marked. INVARIANT: words of the data
// are text; of a picture nothing but the bytes of a JPEG comes into an address.
import type { View } from '#engines/maker/catalogue.ts';
import { headOf, inWords, make } from './parts.ts';

type Place = View['seen'][number];
const BASE64 = /^[\w+/]+={0,2}$/u;
/** So much of the page stands above and before the words. */
const AROUND_PX = 60;

export type Source = { readonly element: HTMLElement; readonly show: (row: number, column: number) => void };

export function drawSource(view: View): Source {
  const element = make('aside', {
    className: 'source',
    text: 'Choose a value to see the words it rests on.',
  });
  element.setAttribute('aria-live', 'polite');
  element.setAttribute('aria-label', 'source');
  const places = new Map(view.seen.map((place) => [`${place[0]},${place[1]}`, place]));
  return {
    element,
    show: (row, column) => {
      const cell = view.rows[row]?.[column];
      const head = view.columns[column];
      if (cell === undefined || head === undefined) return;
      const words = inWords(cell);
      const from = cell[0] === null ? undefined : view.sources[cell[2]];
      element.replaceChildren(
        make('strong', { text: headOf(head) }),
        make('span', { text: `: ${words === '' ? 'the page says nothing here' : `“${words}”`}` }),
      );
      if (from === undefined) return;
      element.append(make('div', { text: `${from.title} · ${from.url} · read ${from.readAt}` }));
      const place = places.get(`${row},${column}`);
      const page = place === undefined ? undefined : view.pictures[place[2]];
      if (place !== undefined && page !== undefined) drawPage(element, page, place);
    },
  };
}

function drawPage(into: HTMLElement, { jpeg, width, height }: View['pictures'][number], place: Place): void {
  if (!BASE64.test(jpeg)) return;
  const [, , , x, y, boxWidth, boxHeight] = place;
  const picture = make('img');
  picture.alt = 'the page as it was seen';
  picture.width = width;
  picture.height = height;
  picture.src = `data:image/jpeg;base64,${jpeg}`;
  const mark = make('span', { className: 'mark' });
  mark.style.left = `${x - 3}px`;
  mark.style.top = `${y - 3}px`;
  mark.style.width = `${boxWidth + 6}px`;
  mark.style.height = `${boxHeight + 6}px`;
  const page = make('div', { className: 'page' }, [picture, mark]);
  page.tabIndex = 0;
  page.setAttribute('role', 'region');
  page.setAttribute('aria-label', 'the page as it was seen, with these words in a frame');
  into.append(page);
  page.scrollTo(x - AROUND_PX, y - AROUND_PX);
}
