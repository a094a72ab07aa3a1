import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { DEFAULT_HOURS } from '@portal/contract/site/working-time.ts'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { useLookupForm } from '#domain/certificates/use-lookup-form.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { Container } from '#ui/container.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { OrderHead } from '../order-head.tsx'
import styles from './progress.module.css'
import type { ProgressResult } from './progress-action.ts'
import { ProgressForm } from './progress-form.tsx'

const TITLE = '送检进度'
const LEAD = '凭委托单号与查询码查询，无需登录。'
const CRUMB = [{ text: '检测业务', to: '/rangeDetail' }, { text: TITLE }]

/* Results and help, whose code is large. */
const ProgressOutcome = deferredPart(async () => (await import('./progress-outcome.tsx')).ProgressOutcome)
const ProgressHelp = nearPart(async () => (await import('./progress-help.tsx')).ProgressHelp)

export { progressAction as action } from './progress-action.ts'

/** `?no=` fills the form only: no address looks up an order or contains a query code. */
export const loader = defineLoader(async ({ api, query, request }) => {
  const [table, info] = await Promise.all([
    optional(api.call('GET /v1/orders/table', { quiet: true }), null, request),
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
  ])
  const typed = query.get('no') ?? ''
  const reading = readNumber('order', typed)
  return {
    hours: table ? { weekHours: table.weekHours, specialDays: table.specialDays } : DEFAULT_HOURS,
    isOpen: table !== null && table.services.length > 0,
    phone: info?.phone?.trim() ?? '',
    initialNumber: reading.kind === 'right' ? reading.number : typed.slice(0, 60),
  }
})

/** A lookup changes no data of the loader. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !formMethod && defaultShouldRevalidate
}

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: `查询样品检测到哪一步、应可领日期与费用。${LEAD}`,
  crumb: CRUMB,
  isHidden: true,
})

export function Component() {
  const { hours, isOpen, phone, initialNumber } = useLoaderData<typeof loader>()
  const form = useLookupForm<ProgressResult>({ kind: 'order', initialNumber, getNumber: ({ orderNo }) => orderNo })
  const { result, readings, isBusy } = form
  const hasFault = readings.number?.kind === 'wrong'
  return (
    <>
      <OrderHead crumb={CRUMB} title={TITLE} lead={LEAD} />
      <Container className={styles.pageRoot}>
        <VisuallyHidden role="status">{result && !isBusy && announce(result)}</VisuallyHidden>
        <ProgressForm form={form} isOpen={isOpen} />
        {(hasFault || (result && !isBusy)) && <ProgressOutcome form={form} hours={hours} phone={phone} />}
        {!hasFault && !result && <ProgressHelp />}
      </Container>
    </>
  )
}

/** Text about the result for screen readers. */
function announce(result: ProgressResult): string {
  if (result.kind === 'answer') return result.progress ? (result.done ?? '已查到委托单') : '没有查到'
  if (result.kind === 'fault') return '委托单号或查询码有误，未查询'
  return result.kind === 'busy' ? '查询较多，请稍后再查' : '暂时无法查询'
}
