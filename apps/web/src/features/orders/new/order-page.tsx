import { CODE } from '@portal/contract/errors.ts'
import {
  type ActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router-dom'
import { type ContactFact, readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { Container } from '#ui/container.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { OrderHead } from '../order-head.tsx'
import styles from './new-order.module.css'
import type { OrderOutcome } from './order-action.ts'
import { useKeptSlip } from './use-kept-slip.ts'

const TITLE = '预约送检'
const LEAD = '填好再来，到店只需验看与称重。'
const CRUMB = [{ text: '检测业务', to: '/rangeDetail' }, { text: TITLE }]

/* The form works before its code is loaded, as it does without scripts. */
const NewOrderForm = deferredPart(async () => (await import('./new-order-form.tsx')).NewOrderForm)
const OrderDone = deferredPart(async () => (await import('./order-done.tsx')).OrderDone)

export const action = async (args: ActionFunctionArgs) => (await import('./order-action.ts')).orderAction(args)

export const loader = defineLoader(async ({ api, request }) => {
  const [table, info, site] = await Promise.all([
    api.call('GET /v1/orders/table'),
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
    optional(api.callBff('GET /bff/certificates'), null, request),
  ])
  return {
    table,
    contacts: info ? readContactFacts(info) : [],
    siteName: info?.name?.trim() ?? '',
    officialOrigin: site?.officialOrigin ?? '',
    nowMs: Date.now(),
  }
})

/** Answers after which the fee sheet is loaded again, because it may have changed. */
const REFUSALS: readonly unknown[] = [CODE.malformed, CODE.conflict]

/** Loads nothing after a form without an answer: that would fail as well, and the error page would replace the form. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { actionStatus, formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (formMethod) return REFUSALS.includes(actionStatus)
  // Another step of the form.
  return currentUrl.hash === nextUrl.hash && defaultShouldRevalidate
}

export const meta: MetaOf<typeof loader> = ({ table }) => ({
  title: TITLE,
  description: `网上填写珠宝玉石检测委托单：${LEAD}估算费用与可领日期，无需登录。`,
  crumb: CRUMB,
  isHidden: table.services.length === 0,
})

export function Component() {
  const { table, contacts, siteName, officialOrigin, nowMs } = useLoaderData<typeof loader>()
  const answered = useActionData<OrderOutcome>()
  const kept = useKeptSlip(answered)
  const outcome = answered ?? kept
  if (outcome?.kind === 'done') {
    return <OrderDone outcome={outcome} crumb={CRUMB} {...{ table, contacts, siteName, officialOrigin }} />
  }
  const isClosed = table.services.length === 0
  const more = '不登录也能提交；登录后可从表格导入样品，提交的可在“我的委托”里查看。'
  return (
    <>
      <OrderHead crumb={CRUMB} title={TITLE} {...(!isClosed && { lead: LEAD + more })} />
      {isClosed ? <Closed contacts={contacts} /> : <NewOrderForm table={table} nowMs={nowMs} outcome={outcome} />}
    </>
  )
}

/** Shown when the laboratory takes no announcements on the site. */
function Closed({ contacts }: { contacts: readonly ContactFact[] }) {
  const facts = contacts.filter(({ name }) => ['电话', '地址', '营业时间', '节假日'].includes(name))
  return (
    <Container className={styles.pageClosed}>
      <section className={styles.pageNotice} aria-labelledby="closed">
        <h2 className={shared.textXl} id="closed">
          本中心暂不接受网上预约
        </h2>
        <p className={shared.plainText}>请来电，或带样品直接到店送检。</p>
        <FactList
          size="small"
          facts={facts.map(({ name, value, href }) => ({
            name,
            value: href ? <TextLink to={href}>{value}</TextLink> : value,
          }))}
        />
        <p>
          <TextLink to="/contact-us">联系我们</TextLink>
        </p>
      </section>
    </Container>
  )
}
