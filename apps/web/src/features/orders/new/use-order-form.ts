import type { OrderTableAnswer } from '@portal/contract/orders/orders.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { readSessionItem, TYPED, writeSessionItem } from '#lib/browser-storage.ts'
import { useCheckedDraft } from '#lib/use-checked-draft.ts'
import { createRef } from '#live/live.ts'
import { estimateOrder } from '../order-estimate.ts'
import { type OrderOutcome, readForm } from './order-action.ts'
import {
  applyAct,
  ORDER_STEPS,
  type OrderDraft,
  type OrderFields,
  readDraft,
  toFields,
  toPricedItems,
} from './order-draft.ts'
import { findFaults, openFaulty } from './order-faults.ts'

/** Key in session storage: the typed order survives reloads, a login and a failed submission. */
const STORED = `${TYPED}orders-new`

export type OrderForm = ReturnType<typeof useOrderForm>

/**
 * State of the form of a new order. With scripts its buttons change this state, and only the last one sends the form;
 * without scripts each sends it, and the answer is the next page.
 * @param nowMs time of the estimate, epoch ms
 */
export function useOrderForm(table: OrderTableAnswer, nowMs: number, outcome: OrderOutcome | undefined) {
  const { services } = table
  const [initial] = useState(() => outcome?.fields ?? toFields(readDraft({}, services), services))
  const findFieldFaults = (fields: OrderFields) => findFaults(readDraft(fields, services), table)
  const form = useCheckedDraft<string, OrderFields>(
    initial,
    findFieldFaults,
    outcome?.kind === 'form' && outcome.isFaulty,
  )
  const [refusals, setRefusals] = useState(0)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const isBusy = useNavigation().state === 'submitting'
  const draft = readDraft(form.draft, services)
  const isAnswered = outcome !== undefined && isSame(form.draft, outcome.fields)
  useStoredFields(form, initial, services)
  const navigate = useNavigate()
  useStepOfHistory(draft, (next) => form.restart(toFields(next, services)))

  const estimate = estimateOrder(table, toPricedItems(draft), draft.priority, nowMs)
  const move = (next: OrderDraft) => {
    flushSync(() => form.restart(toFields(next, services)))
    if (next.step !== draft.step) {
      void navigate({ hash: next.step }, { preventScrollReset: true })
      headingRef.current?.focus()
    } else if (next.open !== draft.open || next.items.length !== draft.items.length) {
      focusItem(form.formRef.current, next.open)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const act = submitter instanceof HTMLButtonElement ? submitter.value : 'next'
    const isSending = act === 'submit'
    if (act === 'next' || isSending) {
      const faults = findFaults(draft, table)
      if (Object.keys(faults).length > 0) {
        event.preventDefault()
        flushSync(() => {
          form.change(toFields(openFaulty(draft, faults), services))
          setRefusals(refusals + 1)
        })
        form.check()
        return
      }
    }
    if (isSending && !isBusy) return
    event.preventDefault()
    if (!isSending) move(applyAct(draft, act, createRef))
  }
  return {
    ...form,
    draft,
    /** Texts by field, for the fields that the present step does not show. */
    fields: form.draft,
    table,
    nowMs,
    estimate,
    /** Total to which the customer agrees, cents. */
    totalCents: isAnswered && outcome.kind === 'price' ? outcome.totalCents : estimate.totalCents,
    /** Result of the last submission, as long as nothing was changed since. */
    answer: isAnswered ? outcome : undefined,
    /** Number of attempts to leave a step with faults. */
    refusals,
    /** Goes to another draft. */
    move,
    isBusy,
    headingRef,
    handleSubmit,
  }
}

function isSame(one: OrderFields, other: OrderFields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/** Focuses the first field of an item that was opened. */
function focusItem(form: HTMLFormElement | null, at: number): void {
  const [first] = form?.querySelectorAll<HTMLInputElement>(`[name="${at}.category"]:not([type="hidden"])`) ?? []
  first?.focus()
}

/**
 * Goes to the step of the address when the browser goes back or forward; after a button the form is there already. An empty form
 * stays at its first step.
 */
function useStepOfHistory(draft: OrderDraft, onStep: (next: OrderDraft) => void): void {
  const { hash } = useLocation()
  const seenRef = useRef(hash)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address changes the step
  useEffect(() => {
    if (seenRef.current === hash) return
    seenRef.current = hash
    const step = ORDER_STEPS.find((one) => hash === `#${one}`) ?? 'items'
    if (step !== draft.step && draft.ref !== '') onStep({ ...draft, step })
  }, [hash])
}

/** Restores what was typed in this tab, and stores each change. */
function useStoredFields(
  form: ReturnType<typeof useCheckedDraft<string, OrderFields>>,
  initial: OrderFields,
  services: OrderTableAnswer['services'],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const stored = readSessionItem(STORED)
    // Text that was typed before the scripts were loaded is newer.
    const isTyped = form.formRef.current && readForm(new FormData(form.formRef.current))['0.name']
    if (!stored || isTyped) return
    form.restart(toFields(readDraft(Object.fromEntries(new URLSearchParams(stored)), services), services))
  }, [])
  useEffect(() => {
    if (form.draft !== initial) writeSessionItem(STORED, new URLSearchParams(form.draft).toString())
  }, [form.draft, initial])
}

export function dropStoredOrder(): void {
  writeSessionItem(STORED, null)
}
