import { useCallback, useMemo } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { toShownHtml } from '#lib/html/trusted-html.ts'
import styles from './rich-text.module.css'
import { makeFirstPictureEager, makeScrollersReachable, rescuePictures, wrapTables } from './rich-text-care.ts'

export interface RichTextProps {
  html: SafeHtml
  /** `prose`: an article. `inline`: text within other content. */
  variant?: 'prose' | 'inline'
  className?: string | undefined
  /** Whether even the first picture is lazy, because the text is folded or far down. */
  arePicturesDeferred?: boolean
}

/** The only component that sets HTML of authors, which the BFF has sanitised. */
export function RichText({ html, variant = 'prose', className, arePicturesDeferred = false }: RichTextProps) {
  const Element = variant === 'prose' ? 'div' : 'span'
  // Memoised, because React would treat a new trusted value as other HTML and set it again.
  const shown = useMemo(
    () => toShownHtml(wrapTables(arePicturesDeferred ? html : makeFirstPictureEager(html))),
    [html, arePicturesDeferred],
  )
  return (
    <Element
      ref={useContentCare(html)}
      className={classNames(styles[variant], className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place for it, and the type marks sanitised content
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}

/** Handles broken pictures and wide content. */
function useContentCare(html: SafeHtml) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other pictures and tables
  return useCallback(
    (root: HTMLElement | null) => {
      if (!root) return undefined
      const stops = [rescuePictures(root, styles.broken), makeScrollersReachable(root)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [html],
  )
}
