import type { OrderTableAnswer } from '@portal/contract/orders/orders.ts'
import { type RefObject, useId } from 'react'
import { Form } from 'react-router-dom'
import { Container } from '#ui/container.tsx'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { CheckStep } from './check-step.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { ItemsStep } from './items-step.tsx'
import styles from './new-order.module.css'
import { ACT, type OrderOutcome, TOTAL } from './order-action.ts'
import { ORDER_STEPS, type OrderStep } from './order-draft.ts'
import { type OrderForm, useOrderForm } from './use-order-form.ts'
import { WayStep } from './way-step.tsx'

const STEP_TEXTS: Readonly<Record<OrderStep, { title: string; hint: string; next: string }>> = {
  items: { title: '样品', hint: '什么，几件，测什么', next: '下一步：送样与领取' },
  way: { title: '送样与领取', hint: '怎么来，怎么回，联系谁', next: '下一步：核对' },
  check: { title: '核对并提交', hint: '得到委托单号', next: '提交委托单' },
}

const STEPS = { items: ItemsStep, way: WayStep, check: CheckStep }

/** Fields that each step shows; the others are hidden fields. */
const WAY_FIELDS = ['wayIn', 'wayBack', 'priority', 'customerName', 'phone', 'email', 'address', 'collectors']

function isShown(name: string, { step, open }: OrderForm['draft']): boolean {
  if (step === 'items') return name.startsWith(`${open}.`)
  return step === 'way' ? WAY_FIELDS.includes(name) : name === 'accepted'
}

interface NewOrderFormProps {
  table: OrderTableAnswer
  nowMs: number
  outcome: OrderOutcome | undefined
}

/** The form of a new order in three steps. It is a POST, so that it works without scripts. */
export function NewOrderForm({ table, nowMs, outcome }: NewOrderFormProps) {
  const form = useOrderForm(table, nowMs, outcome)
  const { draft, fields, isBusy, totalCents } = form
  const titleId = useId()
  const at = ORDER_STEPS.indexOf(draft.step)
  const isLast = draft.step === 'check'
  const Step = STEPS[draft.step]
  const hidden = Object.entries(fields).filter(([name, value]) => value !== '' && !isShown(name, draft))
  return (
    <Container className={styles.formRoot}>
      <Form
        className={styles.formForm}
        ref={form.formRef}
        method="post"
        action={`/orders/new#${draft.step}`}
        aria-labelledby={titleId}
        noValidate
        onSubmit={form.handleSubmit}
      >
        {/* The first button is the one that Enter presses. */}
        <VisuallyHidden>
          <button type="submit" name={ACT} value={isLast ? 'submit' : 'next'} tabIndex={-1} aria-hidden="true" />
        </VisuallyHidden>
        {hidden.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        {isLast && <input type="hidden" name={TOTAL} value={totalCents} />}
        <StepRuler at={at} titleId={titleId} headingRef={form.headingRef} />
        <div className={styles.formFields}>
          <Step form={form} />
          <SubmitFault answer={form.answer} />
          <div className={styles.formButtons}>
            {at > 0 && (
              <Button type="submit" variant="outline" name={ACT} value={`step ${ORDER_STEPS[at - 1]}`}>
                上一步
              </Button>
            )}
            <Button
              type="submit"
              className={styles.formNext}
              name={ACT}
              value={isLast ? 'submit' : 'next'}
              isBusy={isBusy}
              busyLabel="提交中"
            >
              {STEP_TEXTS[draft.step].next}
            </Button>
            <span className={styles.formNote}>{isLast ? '样品送达前可随时取消' : <StoredNote />}</span>
          </div>
        </div>
        <EstimatePanel draft={draft} estimate={form.estimate} table={table} totalCents={totalCents} />
      </Form>
    </Container>
  )
}

function StoredNote() {
  return (
    <>
      <span className={styles.formScripted}>已存在本标签页，未提交</span>
      <noscript>尚未提交</noscript>
    </>
  )
}

interface StepRulerProps {
  at: number
  titleId: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The three steps; those before the present one are buttons. */
function StepRuler({ at, titleId, headingRef }: StepRulerProps) {
  return (
    <ol className={styles.formSteps}>
      {ORDER_STEPS.map((step, place) => {
        const { title, hint } = STEP_TEXTS[step]
        const state = place < at ? 'done' : place === at ? 'now' : 'next'
        return (
          <li
            className={styles.formStep}
            data-state={state}
            aria-current={place === at ? 'step' : undefined}
            key={step}
          >
            {place < at && (
              <button className={styles.formStepTitle} type="submit" name={ACT} value={`step ${step}`}>
                {title}
              </button>
            )}
            {place === at && (
              <h2 className={styles.formStepTitle} id={titleId} ref={headingRef} tabIndex={-1}>
                <VisuallyHidden>{`第 ${place + 1} 步，共 3 步：`}</VisuallyHidden>
                {title}
              </h2>
            )}
            {place > at && <span className={styles.formStepTitle}>{title}</span>}
            <small className={styles.formStepHint}>{hint}</small>
          </li>
        )
      })}
    </ol>
  )
}

/** Reason why the form was not accepted. */
function SubmitFault({ answer }: { answer: OrderForm['answer'] }) {
  if (answer?.kind === 'price') {
    return (
      <p className={styles.formFault} role="alert">
        价目刚有调整，现在的费用见合计。请核对后再次提交，填写的内容都还在。
      </p>
    )
  }
  if (answer?.kind !== 'failed') return null
  return (
    <p className={styles.formFault} role="alert">
      {answer.message}
    </p>
  )
}
