import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { markWords } from '#lib/html/mark-words.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { type FigurePicture, makePicturesOpenable } from '#ui/figures/figure-pictures.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './bubble.module.css'
import { isOnlyPicture, withLinks } from './message-html.ts'

export interface BubbleProps {
  html: SafeHtml
  isOwn: boolean
  /** Text to highlight; empty for none. */
  marked?: string
  /** The current search hit. */
  isCurrent?: boolean
}

const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

/** The text of a message. Addresses are links, and pictures open enlarged. */
export function Bubble({ html, isOwn, marked = '', isCurrent = false }: BubbleProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<FigurePicture | null>(null)
  const shown = useMemo(() => markWords(withLinks(html), marked === '' ? [] : [marked]), [html, marked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures depend on the HTML
  useEffect(() => (ref.current ? makePicturesOpenable(ref.current, setOpen) : undefined), [shown])
  return (
    <>
      <div
        className={styles.root}
        ref={ref}
        data-own={isOwn || undefined}
        data-picture={isOnlyPicture(html) || undefined}
        data-current={isCurrent || undefined}
      >
        <RichText html={shown} variant="inline" />
      </div>
      {open && (
        <Suspense>
          <FigureViewer picture={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
