import type { ContentDraft, ContentForm } from '@portal/contract/articles/content.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useGate } from '#manage/staff/gates.ts'

/** Interval at which changed text is sent to the server. */
const SEND_MS = 10 * SECOND_MS

/** `refused`: the API client shows the reason when the user started the request. */
type Outcome = 'stored' | 'refused' | 'offline'

interface Unsaved {
  form: ContentForm
  baseVersion: number
}

/**
 * Sends the typed text to the server, one request at a time and the newest text last.
 * @param unsaved `null`: no changes
 * @param stored the draft on the server with which the editor began; `null`: none, or an older text
 */
export function useServerDraft(id: number, unsaved: Unsaved | null, isOn: boolean, stored: ContentDraft | null) {
  const api = useApi()
  const [savedTime, setSavedTime] = useState(stored?.time ?? null)
  const latest = useRef(unsaved)
  const sent = useRef('')
  const isHeld = useRef(false)
  const running = useRef<Promise<Outcome>>(Promise.resolve('stored'))
  useEffect(() => {
    latest.current = unsaved
  })

  const send = useCallback(
    async (isAsked: boolean): Promise<Outcome> => {
      const text = JSON.stringify(latest.current)
      if (!latest.current || text === sent.current || isHeld.current) return 'stored'
      if (!isAsked && useGate.getState().isShut) return 'refused'
      try {
        const options = { params: { id }, body: latest.current, quiet: !isAsked }
        const { time } = await api.call('PUT /v1/manage/articles/{id}/draft', options)
        sent.current = text
        setSavedTime(time)
        return 'stored'
      } catch (reason) {
        return reason instanceof ApiError ? 'refused' : 'offline'
      }
    },
    [api, id],
  )
  const flush = useCallback(
    (isAsked = false) => {
      running.current = running.current.then(() => send(isAsked))
      return running.current
    },
    [send],
  )

  const hasChanges = unsaved !== null
  useEffect(() => {
    if (!isOn || !hasChanges) return undefined
    const timer = setInterval(() => void flush(), SEND_MS)
    return () => {
      clearInterval(timer)
      // The text is sent when the page is left, so that nothing is lost.
      void flush()
    }
  }, [isOn, hasChanges, flush])

  return {
    /** Time at which the draft last reached the server, `yyyy-MM-dd HH:mm:ss`. */
    savedTime,
    /** Sends the newest text at once. @param isAsked whether the user waits for it: the API client then opens login and proof dialogs */
    flush,
    /** Saves while no draft is sent: one that arrived after the save of its text would remain beside it. */
    async pauseDuring<T>(save: () => Promise<T>): Promise<T> {
      isHeld.current = true
      try {
        await running.current
        return await save()
      } finally {
        isHeld.current = false
      }
    },
    /** Stops sending the old text after a save. */
    forget: () => {
      latest.current = null
      setSavedTime(null)
    },
  }
}
