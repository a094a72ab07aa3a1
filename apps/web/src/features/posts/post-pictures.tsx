import { type MouseEvent, Suspense, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import styles from './post-pictures.module.css'
import type { PostView } from './post-view.ts'

const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

/** Up to nine pictures in a grid, which open enlarged; without scripts, as files. */
export function PostPictures({ pictures }: Pick<PostView, 'pictures'>) {
  const [open, setOpen] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const handleClick = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(index)
  }
  return (
    <>
      <ul className={styles.root} data-columns={columnsOf(pictures.length)}>
        {pictures.map((src, index) => (
          <li key={src}>
            <a
              className={styles.link}
              href={src}
              target="_blank"
              rel="noopener"
              aria-haspopup="dialog"
              onClick={(event) => handleClick(event, index)}
            >
              <img className={styles.picture} src={src} alt={labelOf(index, pictures.length)} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <FigureViewer
            picture={{ src: pictures[open] ?? '', alt: labelOf(open, pictures.length), caption: '' }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function columnsOf(count: number): 1 | 2 | 3 {
  if (count === 1) return 1
  return count === 2 || count === 4 ? 2 : 3
}

function labelOf(index: number, count: number): string {
  return count === 1 ? '说说的图片' : `图片 ${index + 1} / ${count}`
}
