import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ContentForm } from '@portal/contract/manage/content.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

/** After this time with changes the text goes to the server. */
const SEND_MS = 10 * SECOND_MS

interface Unsaved {
  form: ContentForm
  baseVersion: number
}

/** Sends what is typed to the server, one request at a time, the newest text last. @param unsaved `null`: no changes */
export function useServerDraft(id: number, unsaved: Unsaved | null, isOn: boolean) {
  const api = useApi()
  const [savedTime, setSavedTime] = useState<string | null>(null)
  const latest = useRef(unsaved)
  const sent = useRef('')
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => {
    latest.current = unsaved
  })

  const flush = useCallback(() => {
    running.current = running.current.then(async () => {
      const text = JSON.stringify(latest.current)
      if (!latest.current || text === sent.current) return true
      const options = { params: { id }, body: latest.current, quiet: true }
      const stored = await api.call('PUT /v1/manage/articles/{id}/draft', options).catch(() => null)
      if (!stored) return false
      sent.current = text
      setSavedTime(stored.time)
      return true
    })
    return running.current
  }, [api, id])

  const hasChanges = unsaved !== null
  useEffect(() => {
    if (!isOn || !hasChanges) return undefined
    const timer = setInterval(() => void flush(), SEND_MS)
    return () => {
      clearInterval(timer)
      // Nothing is lost by leaving the page.
      void flush()
    }
  }, [isOn, hasChanges, flush])

  return {
    /** `yyyy-MM-dd HH:mm:ss`, when the draft reached the server last. */
    savedTime,
    /** Sends the newest text at once. @returns whether the server has it */
    flush,
    /** After a save nothing is sent any more for the old text. */
    forget: () => {
      latest.current = null
      setSavedTime(null)
    },
  }
}
