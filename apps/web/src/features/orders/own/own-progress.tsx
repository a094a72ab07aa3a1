import { Package, Printer } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import type { Question } from '@portal/contract/orders/order-shapes.ts'
import type { OpeningHours } from '@portal/contract/site/working-time.ts'
import { type FormEvent, type RefObject, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { OrderProgressView } from '../order-progress.tsx'
import { CancelBox } from '../progress/cancel-box.tsx'
import styles from '../progress/progress.module.css'
import { CHOICE_FIELD } from '../progress-address.ts'
import { ChoiceFields, listQuestions, QuestionBox } from '../question-box.tsx'

const PackingList = lazyPart(async () => (await import('../packing/packing-list.tsx')).PackingList)

interface OwnProgressProps {
  progress: DataFor<'GET /v1/orders/{orderNo}'>
  hours: OpeningHours
  /** Time of the answer, epoch ms. */
  nowMs: number
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** Progress of an own order, with the pick-up code when something is ready. */
export function OwnProgress({ progress, hours, nowMs, headingRef }: OwnProgressProps) {
  const { orderNo, state, wayBack, pickupCode, massesG } = progress
  const api = useApi()
  const [isPacking, setIsPacking] = useState(false)
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy((reason) => showOffline(reason, '没有得到确认，请检查网络，再打开本页看结果'))
  const act = (send: () => Promise<unknown>, doneText: string) =>
    run(async () => {
      await send()
      showToast('success', doneText)
      await revalidate()
      // The pressed button is gone.
      headingRef.current?.focus()
    })
  const cancel = () => act(() => api.call('POST /v1/orders/cancel', { body: { orderNo } }), '委托单已取消')
  const answer = (event: FormEvent<HTMLFormElement>, item: number, { askTime }: Question) => {
    event.preventDefault()
    const choice = Number(new FormData(event.currentTarget).get(CHOICE_FIELD))
    const body = { orderNo, item, askTime, choice }
    return act(() => api.call('POST /v1/orders/answer', { body }), '已收到您的答复')
  }
  return (
    <>
      <OrderProgressView
        progress={progress}
        hours={hours}
        nowMs={nowMs}
        headingRef={headingRef}
        massesG={massesG}
        questions={listQuestions(progress.items).map((item) => (
          <QuestionBox item={item} key={item.item}>
            {item.question.choices.length === 0 ? (
              <p>
                请<TextLink to="/contact-us">联系本中心</TextLink>答复，并报委托单号。
              </p>
            ) : (
              <form className={shared.stack3} onSubmit={(event) => void answer(event, item.item, item.question)}>
                <ChoiceFields question={item.question} />
                <p>
                  <Button type="submit" isBusy={isBusy} busyLabel="提交中">
                    提交答复
                  </Button>
                </p>
              </form>
            )}
          </QuestionBox>
        ))}
      >
        {pickupCode && (
          <section className={styles.pickupBox} aria-label="取件码">
            <h3 className={styles.pickupTitle}>取件码</h3>
            <p className={styles.pickupCode}>{pickupCode}</p>
            <p className={shared.quiet}>
              {wayBack === 'courier' && '改为到店领取时，'}
              凭它领回样品，请勿转给他人。没有取件码时，本人凭身份证件领取。
            </p>
          </section>
        )}
        {state === 'announced' && (
          <CancelBox>
            <p>
              <Button variant="outline" isBusy={isBusy} busyLabel="取消中" onClick={() => void cancel()}>
                确认取消
              </Button>
            </p>
          </CancelBox>
        )}
      </OrderProgressView>
      <p className={shared.unprinted}>
        <Button icon={Printer} variant="outline" onClick={() => window.print()}>
          打印
        </Button>
        {state === 'announced' && progress.items.length > 1 && (
          <Button icon={Package} variant="quiet" onClick={() => setIsPacking(true)}>
            打印装箱单
          </Button>
        )}
      </p>
      {isPacking && (
        <Suspense>
          <PackingList
            orderNo={orderNo}
            items={progress.items.map(({ sampleNo, statedName }, at) => ({
              sampleNo,
              name: statedName,
              reference: progress.references[at] ?? '',
            }))}
            onDone={() => setIsPacking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
