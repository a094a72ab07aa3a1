import { CODE } from '@portal/contract/errors.ts'
import { data } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, readText } from '#lib/api/define-action.ts'
import { createRef } from '#live/live.ts'
import { estimateOrder } from '../order-estimate.ts'
import {
  applyAct,
  type OrderDraft,
  type OrderFields,
  readDraft,
  toAnnouncement,
  toFields,
  toPricedItems,
} from './order-draft.ts'
import { findFaults, openFaulty } from './order-faults.ts'

/** Name of the form's buttons, whose values are acts. */
export const ACT = 'act'
/** Name of the field with the total that the customer sees, cents. */
export const TOTAL = 'totalCents'

/** Result of a submitted form. Every result has the input, so that nothing typed is lost. */
export type OrderOutcome =
  /** The next step of the form. The server answers it to forms without scripts only. */
  | { kind: 'form'; fields: OrderFields; isFaulty: boolean }
  | { kind: 'done'; fields: OrderFields; order: AnnouncedOrder }
  /** The fee sheet has changed. */
  | { kind: 'price'; fields: OrderFields; totalCents: number }
  /** `code` is that of the answer, 0 when there was none; `message` says whether the order was received. */
  | { kind: 'failed'; fields: OrderFields; code: number; message: string }

const NOT_SENT = '没有连上本站，委托单还没有提交。填写的内容都还在，请检查网络后再次提交。'
/** Safe to say because the form keeps its idempotency key. */
const UNCERTAIN = '没有得到答复，委托单可能已提交。填写的内容都还在，请再次提交：已经收到的不会重复登记。'

export interface AnnouncedOrder {
  orderNo: string
  /** `null` for a repeated form. */
  code: string | null
  totalCents: number
  dueOn: string
}

export const orderAction = defineAction(async ({ api, form, request }) => {
  const answer = (outcome: OrderOutcome, status: number = CODE.ok) => data<OrderOutcome>(outcome, { status })
  const table = await api.call('GET /v1/orders/table', { quiet: true }).catch((reason: unknown) => {
    if (request.signal.aborted) throw reason
    return null
  })
  if (!table) {
    const { [ACT]: _pressed, [TOTAL]: _seen, ...fields } = readForm(form)
    return answer({ kind: 'failed', fields, code: 0, message: NOT_SENT }, CODE.overloaded)
  }
  const { services } = table
  const draft = readDraft(readForm(form), services)
  const act = readText(form, ACT) || 'next'
  const answerForm = (next: OrderDraft, isFaulty = false) =>
    answer({ kind: 'form', fields: toFields(next, services), isFaulty }, isFaulty ? CODE.malformed : CODE.ok)

  if (act === 'next' || act === 'submit') {
    const faults = findFaults(draft, table)
    if (Object.keys(faults).length > 0) return answerForm(openFaulty(draft, faults), true)
  }
  if (act !== 'submit' || draft.step !== 'check') return answerForm(applyAct(draft, act, createRef))

  const fields = toFields(draft, services)
  const { totalCents } = estimateOrder(table, toPricedItems(draft), draft.priority, Date.now())
  const seen = readText(form, TOTAL)
  try {
    const body = toAnnouncement(draft, /^\d{1,12}$/.test(seen) ? Number(seen) : totalCents)
    return answer({ kind: 'done', fields, order: await api.call('POST /v1/orders', { body, quiet: true }) })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    return answer(...toFailure(fields, reason))
  }
})

function toFailure(fields: OrderFields, reason: unknown): [OrderOutcome, number] {
  const { code, message, extra } =
    reason instanceof ApiError ? reason : { code: 0, message: '', extra: {} as ApiError['extra'] }
  const { totalCents } = extra
  if (code === CODE.conflict && typeof totalCents === 'number') {
    return [{ kind: 'price', fields, totalCents }, CODE.conflict]
  }
  // Only an order from a file needs a login, which has ended meanwhile.
  if (code === CODE.unauthenticated) {
    return [{ kind: 'failed', fields, code, message: '登录已失效，请重新登录后再提交，填写的内容都还在' }, code]
  }
  const isRefusal = code === CODE.malformed || code === CODE.rule || code === CODE.tooMany
  return [
    { kind: 'failed', fields, code, message: isRefusal ? message : UNCERTAIN },
    isRefusal ? CODE.malformed : CODE.overloaded,
  ]
}

/** Reads the texts of a form by field. */
export function readForm(form: FormData): OrderFields {
  return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
}
