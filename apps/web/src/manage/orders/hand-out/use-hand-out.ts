import { CODE } from '@portal/contract/errors.ts'
import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import type { PaymentState } from '@portal/contract/orders/order-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { useEdit } from '#manage/controls/saving/use-edit.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { readDivision, rememberDivision } from '../intake/intake-values.ts'
import type { Division } from '../shared/mass-reading.ts'
import { isReady } from '../shared/order-words.tsx'
import { useCertainOutcome } from '../shared/use-certain-outcome.ts'
import { useStep } from '../shared/use-step.ts'
import { REASON_MIN } from '../shared/words-dialog.tsx'
import { makeRecipient, type Recipient, toProof } from './recipient.ts'
import { type Weighing, weighItem } from './weighing.ts'

/** What is typed at the balance; it is kept in this browser until the samples have left. */
export interface WeighValues {
  masses: Record<string, string>
  /** Numbers of samples that stay by choice. */
  kept: string[]
  divisionG: Division
}

/** States of payment in which a hand-out needs a reason. */
const UNPAID: readonly PaymentState[] = ['unpaid', 'partly']

/** Each wrong code counts, so the same one is not sent again. */
const isCodeWrong = ({ extra }: ApiError) => extra.reason === 'pickupCodeWrong'

/** The state of a hand-out, and the act. */
export function useHandOut(order: ManagedOrder) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { orderNo, items } = order
  const [saved] = useState<WeighValues>(() => ({ masses: {}, kept: [], divisionG: readDivision() }))
  const edit = useEdit<WeighValues>({ key: useDraftKey(`hand-out:${orderNo}`), saved, version: 1 })
  const [recipient, setTypedRecipient] = useState<Recipient>(() => makeRecipient(order))
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  /** The pick-up code that was refused last, with the words. */
  const [refused, setRefused] = useState<{ code: string; words: string }>()
  const { isOpen, attempt } = useCertainOutcome(orderNo)
  const runStep = useStep()
  const { masses, kept, divisionG } = edit.values
  const weighings = items.filter(isReady).map((item) => weighItem(item, masses[item.sampleNo] ?? '', divisionG))
  const leaving = weighings.filter(({ item, mayLeave }) => mayLeave && !kept.includes(item.sampleNo))
  const unpaidReason = UNPAID.includes(order.payment) ? reason : null
  const hasReason = reason.trim().length >= REASON_MIN

  const { isBusy, run } = useBusy((reason) => {
    if (!(reason instanceof ApiError)) return
    if (reason.code === CODE.rule) setFault(reason.message)
    if (isCodeWrong(reason)) setRefused({ code: recipient.code, words: reason.message })
    if (reason.code === CODE.conflict) {
      showToast('warning', reason.message)
      void revalidate()
    }
  })
  /** Sends samples with their masses. @returns `null` while the recipient is incomplete, or the code is one that was refused */
  const send = (given: readonly Weighing[]) => {
    const proof = toProof(recipient)
    if (!proof) return null
    if (proof.pickupCode !== undefined && proof.pickupCode === refused?.code) {
      setFault(refused.words)
      return null
    }
    setFault(undefined)
    const body = {
      items: given.map(({ item, massG }) => ({
        sampleNo: item.sampleNo,
        revision: item.revision,
        massG: massG ?? '',
        divisionG,
      })),
      ...proof,
      ...(unpaidReason !== null && hasReason && { unpaidReason: reason.trim() }),
    }
    return () => api.call('POST /v1/manage/orders/{orderNo}/hand-out', { params: { orderNo }, body })
  }
  const give = async () => {
    const call = send(leaving)
    if (!call) return
    const numbers = leaving.map(({ item }) => item.sampleNo)
    const hasLeft = (stored: ManagedOrder) =>
      stored.items.some(({ sampleNo, place }) => numbers.includes(sampleNo) && place !== 'reception')
    const when = await attempt(hasLeft, call)
    const verb = recipient.kind === 'courier' ? '寄出' : '交付'
    showToast('success', when === 'now' ? `已${verb} ${numbers.length} 件` : `上次已${verb}，没有重复办理`)
    rememberDivision(divisionG)
    edit.discard()
    await revalidate()
  }
  /** Upstream refuses these samples, notes their masses and tells the owners. */
  const reportExcess = async (beyond: readonly Weighing[]) => {
    await send(beyond)?.().catch((refusal: unknown) => {
      if (!(refusal instanceof ApiError) || refusal.code !== CODE.rule || isCodeWrong(refusal)) throw refusal
      setFault(undefined)
    })
    await revalidate()
  }
  return {
    edit,
    recipient,
    setRecipient: (typed: Recipient) => {
      setTypedRecipient(typed)
      setFault(undefined)
    },
    /** `null`: the order is paid. */
    unpaidReason,
    hasReason,
    setReason,
    fault,
    isOpen,
    isBusy,
    weighings,
    leaving,
    handOut: () => {
      if (!isBusy) void run(give)
    },
    report: (beyond: readonly Weighing[]) => void run(() => reportExcess(beyond)),
    identify: () => {
      const proof = toProof(recipient)
      if (!proof?.identity) return
      setFault(undefined)
      const body = proof.identity
      const call = () => api.call('POST /v1/manage/orders/{orderNo}/identity', { params: { orderNo }, body })
      // The failure has been shown.
      void runStep(call, '已登记，请另一人交付').catch(() => null)
    },
  }
}
