import { useCallback, useMemo } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import { toShownHtml } from '#lib/html/trusted-html.ts'
import styles from './rich-text.module.css'
import { makeScrollersReachable, rescuePictures, withEagerFirstPicture, withTablesInBoxes } from './rich-text-care.ts'

export interface RichTextProps {
  html: SafeHtml
  /** `prose`: an article. `inline`: a line or a few words inside something else; marked hits get their ground. */
  variant?: 'prose' | 'inline'
  className?: string | undefined
  /** Its pictures are folded away or far down: even the first is fetched only when it comes near. */
  arePicturesDeferred?: boolean
}

/** The one place that sets HTML. The BFF has sanitised it; the type says so. */
export function RichText({ html, variant = 'prose', className, arePicturesDeferred = false }: RichTextProps) {
  const Element = variant === 'prose' ? 'div' : 'span'
  // Kept, as a trusted value that is made anew would count as other HTML and be set again.
  const shown = useMemo(
    () => toShownHtml(withTablesInBoxes(arePicturesDeferred ? html : withEagerFirstPicture(html))),
    [html, arePicturesDeferred],
  )
  return (
    <Element
      ref={useCare(html)}
      className={classNames(styles[variant], className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, and the type vouches for the content
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}

/** Looks after pictures and wide tables in what was set. */
function useCare(html: SafeHtml) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML brings other pictures and tables
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
