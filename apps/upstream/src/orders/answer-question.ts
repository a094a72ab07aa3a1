import type { CallBody } from '@portal/contract/call.ts'
import type { answerQuestion } from '@portal/contract/orders/orders.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { lockOrder, settleOrder, takeStep } from './item-steps.ts'
import { choiceUnknown, orderMissing, questionClosed } from './order-errors.ts'
import { addFees } from './order-fees.ts'
import { readQuestions } from './order-view.ts'

interface Answering {
  by: { id: string | null; name: string }
  digest: Digest
  now: () => number
}

/**
 * Stores the customer's answer to a question: the item goes on, and fee and days of the answer are added.
 * @returns the account that has the item, if any, and the text of the answer
 * @throws AppError 409 when the question is closed or another one is open
 */
export async function storeAnswer(
  trx: Db,
  { orderNo, item, askTime, choice }: CallBody<typeof answerQuestion>,
  { by, digest, now }: Answering,
): Promise<{ holderId: string | null; text: string }> {
  const locked = await lockOrder(trx, orderNo)
  const row = locked.items.find((one) => one.item === item)
  if (!row) throw orderMissing()
  const question = (await readQuestions(trx, [row])).get(row.sample_no)
  if (!question || question.askTime !== askTime) throw questionClosed()
  const chosen = question.choices[choice]
  if (!chosen) throw choiceUnknown()
  const { text, cents, days } = chosen
  await takeStep(trx, locked, row, row.revision, {
    name: 'answer',
    by,
    at: now(),
    extraDays: days,
    detail: { text, cents, days },
  })
  if (cents > 0) await addFees(trx, orderNo, [{ item, code: 'extra', name: text, units: 1, cents }])
  await settleOrder(trx, locked, now(), digest)
  return { holderId: row.holder_id, text: chosen.text }
}
