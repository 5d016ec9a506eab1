// One picture of a page, with a box on it. INVARIANT: a picture, never the page: nothing here takes input for it.
import type { ReactNode } from 'react';
import type { PictureBox, PictureView } from '#gateway/protocol/views/pictures.ts';
import { SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { boxStyle } from './frames.ts';
import styles from './film.module.css';

type PictureGiven = {
  readonly picture: PictureView | null;
  readonly url: string | null;
  readonly box: PictureBox | null;
  readonly alt: string;
  readonly children: ReactNode;
};

export function Picture({ picture, url, box, alt, children }: PictureGiven) {
  return (
    <figure className={styles['picture']}>
      {picture === null ? (
        <p className={styles['none']}>No picture of the page was kept here.</p>
      ) : (
        <div className={styles['page']} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
          {url === null ? null : <img src={url} alt={alt} />}
          {box === null || url === null ? null : (
            <span className={styles['box']} data-box style={boxStyle(box, picture)} />
          )}
        </div>
      )}
      <figcaption>
        {children}
        {picture === null || picture.page === '' ? null : (
          <p className={styles['address']}>
            Page content, only to look at: <SourceLink url={picture.page} />
          </p>
        )}
      </figcaption>
    </figure>
  );
}

export function Quotation({ quote, picture }: { quote: string; picture: PictureView | null }) {
  return (
    <>
      <blockquote>
        <Untrusted text={quote} lines limit={400} />
      </blockquote>
      <p>
        {picture === null
          ? 'Where these words stand is on no picture that is kept: this is the page that was seen there.'
          : 'As it stood on the page, in the box.'}
      </p>
    </>
  );
}
