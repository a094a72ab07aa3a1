import { CODE } from '@portal/contract/errors.ts'
import { useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'

/** Reason why a save failed. */
export interface SaveTrouble {
  /** `ended`: the login has ended. `refused`: the duty or the second factor is missing. `offline`: no answer came. */
  kind: 'ended' | 'refused' | 'offline' | 'failed'
  message: string
  requestId: string | undefined
}

/** `busy`: another save is running. */
export type SaveOutcome = 'saved' | 'conflict' | 'busy' | SaveTrouble['kind']

/** Runs one save at a time. The API client first handles an ended login and a missing proof; this reports what remains. */
export function useSaving<Stored>() {
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<SaveTrouble | null>(null)
  const [conflict, setConflict] = useState<Stored | null>(null)
  const isRunning = useRef(false)

  async function save(send: () => Promise<unknown>): Promise<SaveOutcome> {
    if (isRunning.current) return 'busy'
    isRunning.current = true
    setIsSaving(true)
    setTrouble(null)
    try {
      await send()
      setConflict(null)
      return 'saved'
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === CODE.conflict) {
        setConflict(reason.extra.current as Stored)
        return 'conflict'
      }
      const found = toTrouble(reason)
      setTrouble(found)
      return found.kind
    } finally {
      isRunning.current = false
      setIsSaving(false)
    }
  }

  return {
    isSaving,
    trouble,
    /** Stored values after a colleague has saved. */
    conflict,
    save,
    /** Returns to the form without resolving the conflict. */
    dismiss: () => {
      setConflict(null)
      setTrouble(null)
    },
  }
}

function toTrouble(reason: unknown): SaveTrouble {
  if (!(reason instanceof ApiError)) {
    return { kind: 'offline', message: '网络不通，没有保存。草稿留在本机，连上后再保存', requestId: undefined }
  }
  const { code, message, requestId } = reason
  if (code === CODE.unauthenticated)
    return { kind: 'ended', message: '登录已结束，没有保存。草稿留在本机，重新登录后再保存', requestId }
  return { kind: code === CODE.refused ? 'refused' : 'failed', message, requestId }
}
