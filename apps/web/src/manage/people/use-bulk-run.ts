import { CODE } from '@portal/contract/errors.ts'
import { useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import type { PersonRow } from './people-words.ts'

export interface BulkRun {
  isRunning: boolean
  /** Number of changed accounts. */
  done: number
  /** Refused accounts, with the reason. */
  skipped: readonly { id: string; nickname: string; reason: string }[]
  /** Remaining accounts, also after a stop or an interruption. */
  left: readonly PersonRow[]
  /** Reason of an interruption; `''`: there was none. */
  fault: string
  start: () => Promise<void>
  /** Stops after the running call. */
  stop: () => void
}

/** Changes accounts one after another, each with its own call, so that one refusal does not affect the others. */
export function useBulkRun(people: readonly PersonRow[], change: (person: PersonRow) => Promise<unknown>): BulkRun {
  const [isRunning, setIsRunning] = useState(false)
  const [changedCount, setDone] = useState(0)
  const [skipped, setSkipped] = useState<BulkRun['skipped']>([])
  const [left, setLeft] = useState(people)
  const [fault, setFault] = useState('')
  const isStopped = useRef(false)

  async function start() {
    isStopped.current = false
    setIsRunning(true)
    setFault('')
    for (const [at, person] of left.entries()) {
      if (isStopped.current) break
      try {
        await change(person)
        setDone((count) => count + 1)
      } catch (reason) {
        if (!(reason instanceof ApiError) || reason.code === CODE.unauthenticated) {
          setFault(reason instanceof ApiError ? '登录已结束' : '网络不通')
          break
        }
        const { id, nickname } = person
        setSkipped((before) => [...before, { id, nickname, reason: reason.message }])
      }
      setLeft(left.slice(at + 1))
    }
    setIsRunning(false)
  }

  const stop = () => {
    isStopped.current = true
  }
  return { isRunning, done: changedCount, skipped, left, fault, start, stop }
}
