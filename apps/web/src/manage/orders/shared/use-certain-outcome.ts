import { CODE } from '@portal/contract/errors.ts'
import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'

/** Codes of answers that do not say whether the change was stored. */
const UNCERTAIN: readonly number[] = [CODE.upstreamUnreachable, CODE.overloaded, CODE.upstreamTimeout]

/** Whether a failed call may have been carried out all the same. */
export function isUncertain(reason: unknown): boolean {
  return !(reason instanceof ApiError) || UNCERTAIN.includes(reason.code)
}

/**
 * Runs a change of an order that must not happen twice. After an attempt without an answer, the next one first reads the order
 * again: it is skipped when the first attempt was carried out.
 */
export function useCertainOutcome(orderNo: string) {
  const api = useApi()
  /** An attempt has had no answer. */
  const [isOpen, setIsOpen] = useState(false)

  /**
   * @param isDone whether the order as it is stored shows the change
   * @param run sends the change; it gets the order that was read again, if it was
   * @returns `earlier` when an earlier attempt had been carried out
   * @throws the error of the attempt
   */
  async function attempt(
    isDone: (order: ManagedOrder) => boolean,
    run: (order: ManagedOrder | null) => Promise<unknown>,
  ): Promise<'now' | 'earlier'> {
    const stored = isOpen
      ? await api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo }, quiet: true })
      : null
    if (stored && isDone(stored)) {
      setIsOpen(false)
      return 'earlier'
    }
    try {
      await run(stored)
    } catch (reason) {
      setIsOpen(isUncertain(reason))
      throw reason
    }
    setIsOpen(false)
    return 'now'
  }
  return { isOpen, attempt }
}
