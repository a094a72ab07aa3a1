import { classNames } from '#lib/class-names.ts'
import type { SafeHtml } from '#lib/safe-html.ts'
import styles from './rich-text.module.css'

export interface RichTextProps {
  html: SafeHtml
  /** `prose`: an article. `inline`: a line or a few words inside something else; marked hits get their ground. */
  variant?: 'prose' | 'inline'
  className?: string | undefined
}

/** The one place that sets HTML. The BFF has sanitised it; the type says so. */
export function RichText({ html, variant = 'prose', className }: RichTextProps) {
  const Element = variant === 'prose' ? 'div' : 'span'
  return (
    <Element
      className={classNames(styles[variant], className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, and the type vouches for the content
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
