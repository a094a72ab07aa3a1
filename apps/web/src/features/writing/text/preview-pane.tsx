import type { RefObject } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './preview-pane.module.css'
import type { Preview } from './use-preview.ts'

export interface PreviewPaneProps {
  preview: Preview
  isBlank: boolean
  isMember: boolean
  /** Receives the scrolling element. */
  scrollRef: RefObject<HTMLDivElement | null>
}

/** The rendered article. */
export function PreviewPane({ preview, isBlank, isMember, scrollRef }: PreviewPaneProps) {
  const { html, isStale, fault, retry } = preview
  return (
    <section className={styles.root} aria-label="预览" data-stale={isStale || undefined}>
      {!isMember && html === '' && <p className={styles.note}>登录后可以预览发布的样子</p>}
      {isMember && isBlank && <p className={styles.note}>写下正文后，这里显示发布的样子</p>}
      {fault && (
        <div className={styles.fault} role="status">
          <span>{fault}</span>
          <Button variant="quiet" onClick={retry}>
            重试
          </Button>
        </div>
      )}
      {isStale && !fault && isMember && <span className={styles.stale}>更新中</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className={styles.scroll} tabIndex={0} ref={scrollRef}>
        <RichText html={html} className={styles.text} />
      </div>
    </section>
  )
}
