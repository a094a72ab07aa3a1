import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type RefObject, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { Button } from '#ui/forms/button.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { replacePlaceholders } from './pictures/picture-marks.ts'
import styles from './preview-pane.module.css'

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
    <section className={styles.root} aria-label="预览">
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

/** Debounce time. Upstream renders at most 90 previews a minute for an account. */
const PAUSE_MS = 700

interface Preview {
  html: SafeHtml
  /** The text has changed since `html` was rendered. */
  isStale: boolean
  /** Reason why the latest text was not rendered; empty when it was. */
  fault: string
  retry: () => void
}

/**
 * Calls upstream to render the text as it would be published, while the preview `isShown`.
 * @param isLoginOver when this changes, a text that was not rendered is tried again
 */
export function usePreview(text: string, isShown: boolean, isLoginOver = false): Preview {
  const api = useApi()
  const [rendered, setRendered] = useState({ text: '', html: asSafeHtml('') })
  const [fault, setFault] = useState({ text: '', words: '' })
  const [tries, setTries] = useState(0)
  const markdown = replacePlaceholders(text)
  const isBlank = markdown.trim() === ''
  const isStale = !isBlank && markdown !== rendered.text

  // biome-ignore lint/correctness/useExhaustiveDependencies: isLoginOver starts a new try
  useEffect(() => {
    if (!isShown || !isStale) return undefined
    const controller = new AbortController()
    const render = async () => {
      try {
        const options = { body: { contentMd: markdown }, signal: controller.signal }
        // Only an explicit retry may open the login dialog.
        const { content } = await api.call('POST /v1/article/preview', { ...options, quiet: tries === 0 })
        setRendered({ text: markdown, html: asSafeHtml(content) })
        setFault({ text: '', words: '' })
        setTries(0)
      } catch (reason) {
        if (controller.signal.aborted) return
        // A rate-limited request retries automatically.
        if (reason instanceof ApiError && reason.code === CODE.tooMany) {
          timer = setTimeout(() => void render(), (reason.retryAfterS ?? 1) * SECOND_MS)
        }
        setFault({ text: markdown, words: reason instanceof ApiError ? reason.message : '网络不通，预览没有更新' })
      }
    }
    let timer = setTimeout(() => void render(), tries > 0 ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, markdown, isStale, isShown, tries, isLoginOver])

  return {
    html: isBlank ? asSafeHtml('') : rendered.html,
    isStale,
    fault: isStale ? fault.words : '',
    retry: () => setTries((count) => count + 1),
  }
}
