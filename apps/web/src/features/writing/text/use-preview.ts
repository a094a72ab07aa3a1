import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { withoutPlaceholders } from '../pictures/picture-marks.ts'

/** Debounce. Upstream renders 90 times a minute for one account. */
const PAUSE_MS = 700

export interface Preview {
  html: SafeHtml
  /** The text has changed since `html` was rendered. */
  isStale: boolean
  /** Why the latest text was not rendered; empty when it was. */
  fault: string
  retry: () => void
}

/** Lets upstream render the text as it would be published, while the preview `isShown`. */
export function usePreview(text: string, isShown: boolean): Preview {
  const api = useApi()
  const [rendered, setRendered] = useState({ text: '', html: asSafeHtml('') })
  const [fault, setFault] = useState({ text: '', words: '' })
  const [tries, setTries] = useState(0)
  const asked = withoutPlaceholders(text)
  const isBlank = asked.trim() === ''
  const isStale = !isBlank && asked !== rendered.text

  useEffect(() => {
    if (!isShown || !isStale) return undefined
    const controller = new AbortController()
    const ask = async () => {
      try {
        const options = { body: { contentMd: asked }, signal: controller.signal }
        // Only an explicit retry may open the login dialog.
        const { content } = await api.call('POST /v1/article/preview', { ...options, quiet: tries === 0 })
        setRendered({ text: asked, html: asSafeHtml(content) })
        setFault({ text: '', words: '' })
        setTries(0)
      } catch (reason) {
        if (controller.signal.aborted) return
        // Rate limited: retries by itself.
        if (reason instanceof ApiError && reason.code === CODE.tooMany) {
          timer = setTimeout(() => void ask(), (reason.retryAfterS ?? 1) * SECOND_MS)
        }
        setFault({ text: asked, words: reason instanceof ApiError ? reason.message : '网络不通，预览没有更新' })
      }
    }
    let timer = setTimeout(() => void ask(), tries > 0 ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, asked, isStale, isShown, tries])

  return {
    html: isBlank ? asSafeHtml('') : rendered.html,
    isStale,
    fault: isStale ? fault.words : '',
    retry: () => setTries((count) => count + 1),
  }
}
