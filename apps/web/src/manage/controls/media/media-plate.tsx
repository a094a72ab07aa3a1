import styles from './media.module.css'
import type { MediaItem } from './media-words.ts'

/** A picture, or a sheet with a cut corner for a PDF, which is never shown as a page. */
export function MediaPlate({ item, isLarge = false }: { item: MediaItem; isLarge?: boolean }) {
  const { kind, url, alt, goneOn, version } = item
  return (
    <div className={styles.plate} data-large={isLarge || undefined}>
      {kind === 'picture' && goneOn === null ? (
        // The number makes the browser load a file that was replaced just now.
        <img
          src={`${url}?v=${version}`}
          alt={isLarge ? alt : ''}
          loading={isLarge ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <span className={styles.sheet} aria-hidden="true">
          <i />
          <i />
          <i />
          <em>{kind === 'pdf' ? 'PDF' : '图片'}</em>
        </span>
      )}
    </div>
  )
}
