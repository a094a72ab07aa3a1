import type { FactorRefusal } from '@portal/contract/accounts/duties.ts'
import { CODE } from '@portal/contract/errors.ts'
import { create } from 'zustand'
import { ApiError } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'

/**
 * Step that is required before a refused call is sent again. `login`: the session has ended. `prove`: this login has not proved
 * the second factor. `fresh`: the proof is older than 15 minutes.
 */
export type Gate = 'login' | 'prove' | 'fresh'

interface GateState {
  /** The gate whose dialog is open. */
  gate: Gate | null
  /** Action that the dialog was opened for: `audit` of the call, if it has one. */
  action: string | null
  /**
   * Every call is refused until the user logs in or proves the second factor. Calls on a timer wait until then, because each
   * refusal adds a row to the audit log.
   */
  isShut: boolean
}

export const useGate = create<GateState>()(() => ({ gate: null, action: null, isShut: false }))

/** Reads the action that a refusal names. */
export function readAction(reason: unknown): string | null {
  return reason instanceof ApiError ? ((reason.extra.action as string | undefined) ?? null) : null
}

/** Reads the gate that a refusal names; `null` for any other failure. */
export function readGate(reason: unknown): Gate | null {
  if (!(reason instanceof ApiError)) return null
  if (reason.code === CODE.unauthenticated) return 'login'
  if (reason.code !== CODE.refused) return null
  const factor = reason.extra.factor as FactorRefusal | undefined
  return factor === 'prove' || factor === 'fresh' ? factor : null
}

type Waiter = (isPassed: boolean) => void

let waiting: Waiter[] = []

/**
 * Opens the dialog of a gate; all calls that are refused meanwhile wait for the same dialog.
 * @param action action that the dialog names
 * @returns whether the gate was passed
 * @throws the reason of `signal`
 */
export function passGate(gate: Gate, action: string | null, signal?: AbortSignal): Promise<boolean> {
  useGate.setState({ gate, action })
  return new Promise((resolve, reject) => {
    const settleWaiter: Waiter = (isPassed) => {
      signal?.removeEventListener('abort', leaveGate)
      resolve(isPassed)
    }
    const leaveGate = () => {
      waiting = waiting.filter((other) => other !== settleWaiter)
      // The page that made the call was left.
      if (waiting.length === 0) useGate.setState({ gate: null, action: null })
      reject(signal?.reason)
    }
    waiting.push(settleWaiter)
    if (signal?.aborted) leaveGate()
    else signal?.addEventListener('abort', leaveGate, { once: true })
  })
}

const LEFT: Record<Gate, string> = {
  login: '没有登录，刚才的操作没有提交',
  prove: '没有验证，刚才的操作没有提交',
  fresh: '没有验证，刚才的操作没有提交',
}

/** Closes the dialog and sends the waiting calls again, or refuses them. */
export function settleGate(isPassed: boolean): void {
  const { gate } = useGate.getState()
  const waiters = waiting
  waiting = []
  useGate.setState({ gate: null, action: null })
  if (!isPassed && gate && waiters.length > 0) showToast('warning', LEFT[gate])
  for (const waiter of waiters) waiter(isPassed)
}
