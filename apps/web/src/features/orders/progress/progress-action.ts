import { readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { CODE } from '@portal/contract/errors.ts'
import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { OrderProgress } from '@portal/contract/orders/order-shapes.ts'
import { data } from 'react-router-dom'
import type { InvalidLookup } from '#domain/certificates/use-lookup-form.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { type ActionInput, defineAction, readText } from '#lib/api/define-action.ts'
import { type LookupFailure, readLookupFailure } from '#lib/api/lookup-failure.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { loadDeferredParts } from '#lib/parts/deferred-part.ts'
import { CHOICE_FIELD } from '../progress-address.ts'

/** Names of the form fields. */
export const PROGRESS_FIELD = { number: 'orderNo', code: 'code', act: 'act', item: 'item', askTime: 'askTime' } as const
/** Value of the button that cancels the order. */
export const CANCEL = 'cancel'
/** Value of the button that answers a question. */
export const ANSWER = 'answer'

/** Result of a submitted form. */
export type ProgressResult = InvalidLookup | ProgressAnswer | (LookupFailure & { orderNo: string; wasActing: boolean })

export interface ProgressAnswer {
  kind: 'answer'
  orderNo: string
  /** Present only with the progress; the form that cancels the order sends it. */
  code: string | null
  /** `null` alike for an unknown number, a wrong code and an expired lookup. */
  progress: OrderProgress | null
  /** Reason why the order was not cancelled, or the question not answered. */
  refusal?: string
  /** Confirms that the order was cancelled, or the question answered. */
  done?: string
  /** Time of the lookup, epoch ms. */
  checkedAtMs: number
}

/** Looks up an order, or cancels it first, and meanwhile loads the code that shows the result. */
export const progressAction = defineAction(async (input) => {
  const [result] = await Promise.all([lookUp(input), loadDeferredParts()])
  return result
})

async function lookUp({ api, form, request }: ActionInput) {
  const typedNumber = readText(form, PROGRESS_FIELD.number)
  const number = readNumber('order', typedNumber)
  const code = readCheckCode(readText(form, PROGRESS_FIELD.code))
  if (number.kind !== 'right' || code.kind !== 'right') {
    return data<ProgressResult>({ kind: 'fault', typedNumber, number, code }, { status: CODE.malformed })
  }
  const key = { orderNo: number.number, code: code.checkCode }
  try {
    const outcome = await act(api, form, key, request.signal)
    const progress = await withProof(
      'lookup',
      (proof) => api.call('POST /v1/orders/progress', { body: { ...key, ...proof }, quiet: true }),
      request.signal,
    )
    const answer = { orderNo: key.orderNo, code: progress && key.code, progress, checkedAtMs: Date.now() }
    return data<ProgressResult>({ kind: 'answer', ...answer, ...outcome })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const { failure, pageStatus } = readLookupFailure(reason)
    const wasActing = readText(form, PROGRESS_FIELD.act) !== ''
    return data<ProgressResult>({ ...failure, orderNo: key.orderNo, wasActing }, { status: pageStatus })
  }
}

/** Does what the pressed button says. */
async function act(
  api: ActionInput['api'],
  form: ActionInput['form'],
  key: { orderNo: string; code: string },
  signal: AbortSignal,
): Promise<Pick<ProgressAnswer, 'refusal' | 'done'>> {
  const pressed = readText(form, PROGRESS_FIELD.act)
  const answer = {
    item: Number(readText(form, PROGRESS_FIELD.item)),
    askTime: readText(form, PROGRESS_FIELD.askTime),
    choice: Number(readText(form, CHOICE_FIELD) || -1),
  }
  if (pressed === ANSWER && answer.choice < 0) return { refusal: '请选择一项答复' }
  const call = (proof: { proof?: string }) =>
    pressed === CANCEL
      ? api.call('POST /v1/orders/cancel', { body: { ...key, ...proof }, quiet: true })
      : api.call('POST /v1/orders/answer', { body: { ...key, ...answer, ...proof }, quiet: true })
  if (pressed !== CANCEL && pressed !== ANSWER) return {}
  try {
    await withProof<unknown>('lookup', call, signal)
    return { done: pressed === CANCEL ? '委托单已取消。' : '已收到您的答复。' }
  } catch (reason) {
    if (reason instanceof ApiError && (reason.code === CODE.conflict || reason.code === CODE.rule))
      return { refusal: reason.message }
    throw reason
  }
}
