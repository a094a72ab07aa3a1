import { ListChecks, Package, Printer } from '@lucide/icons'
import { makeSampleNo } from '@portal/contract/numbers/typed-numbers.ts'
import type { OrderTableAnswer } from '@portal/contract/orders/orders.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ContactFact } from '#domain/standing-pages/contact-facts.ts'
import { formatMonthDay, formatWeekday } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Container } from '#ui/container.tsx'
import type { CrumbStep } from '#ui/crumb.tsx'
import { ShareCode } from '#ui/dialogs/share-code.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { estimateOrder } from '../order-estimate.ts'
import { OrderHead } from '../order-head.tsx'
import { OrderSheet } from '../order-sheet.tsx'
import styles from '../orders.module.css'
import { toProgressPath } from '../progress-address.ts'
import type { OrderOutcome } from './order-action.ts'
import { readDraft, toPricedItems } from './order-draft.ts'
import { dropKeptSlip } from './use-kept-slip.ts'
import { dropStoredOrder } from './use-order-form.ts'

const PackingList = lazyPart(async () => (await import('../packing/packing-list.tsx')).PackingList)

interface OrderDoneProps {
  outcome: Extract<OrderOutcome, { kind: 'done' }>
  crumb: readonly CrumbStep[]
  table: OrderTableAnswer
  contacts: readonly ContactFact[]
  siteName: string
  /** Scheme and host of the official site; empty when unknown. */
  officialOrigin: string
}

/** Number and query code of the announced order, what to do next, and the form on paper. */
export function OrderDone({ outcome, crumb, table, contacts, siteName, officialOrigin }: OrderDoneProps) {
  const { order, fields } = outcome
  const { orderNo, dueOn, totalCents } = order
  const draft = readDraft(fields, table.services)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const [isPacking, setIsPacking] = useState(false)
  useEffect(() => {
    titleRef.current?.focus()
    dropStoredOrder()
  }, [])
  const { fees, totalCents: sum } = estimateOrder(table, toPricedItems(draft), draft.priority, Date.parse(dueOn))
  const address = officialOrigin ? officialOrigin + toProgressPath(orderNo) : orderNo
  const due = `${formatMonthDay(dueOn)}${formatWeekday(dueOn)}`
  return (
    <>
      <OrderHead
        crumb={crumb}
        title="委托单已提交"
        lead={`${draft.items.length} 件样品，今天送达预计 ${due}可领。样品送达前不收费。`}
        titleRef={titleRef}
      />
      <Container className={styles.doneRoot}>
        <article className={styles.doneSlip} aria-label="委托单">
          <div className={styles.doneTop}>
            <div>
              <p className={shared.note}>委托单号</p>
              <p className={styles.doneNumber}>{orderNo}</p>
              <QueryCode code={order.code} />
            </div>
            <div className={styles.doneQr}>
              <ShareCode address={address} label="查询进度的二维码" />
            </div>
          </div>
          <Todo wayIn={draft.wayIn} wayBack={draft.wayBack} contacts={contacts} due={due} />
        </article>
        <aside className={styles.doneSide}>
          <section className={styles.doneBox}>
            <h2 className={styles.doneBoxTitle}>接下来</h2>
            <div className={shared.stack3}>
              <Button icon={Printer} onClick={() => window.print()}>
                打印委托单
              </Button>
              {draft.batch && (
                <Button icon={Package} variant="outline" onClick={() => setIsPacking(true)}>
                  打印装箱单
                </Button>
              )}
              <ButtonLink icon={ListChecks} variant="outline" to={toProgressPath(orderNo)}>
                查看进度，或取消
              </ButtonLink>
              <ButtonLink variant="quiet" to="/orders/new" onClick={dropKeptSlip}>
                再填一张
              </ButtonLink>
            </div>
            <noscript>
              <p className={shared.quiet}>用浏览器的打印功能打印本页，即为委托单。</p>
            </noscript>
          </section>
          <section className={styles.doneBox}>
            <h2 className={styles.doneBoxTitle}>没有按时来</h2>
            <p className={shared.quiet}>14 天内未收到样品，委托单自动过期，不收费。费用与时限按收样日计。</p>
          </section>
        </aside>
        {isPacking && (
          <Suspense>
            <PackingList
              orderNo={orderNo}
              items={draft.items.map(({ name, reference }, at) => ({
                sampleNo: makeSampleNo(orderNo, at + 1),
                name,
                reference,
              }))}
              onDone={() => setIsPacking(false)}
            />
          </Suspense>
        )}
        <div className={styles.donePaper}>
          <p>{siteName}</p>
          <OrderSheet
            draft={draft}
            services={table.services}
            fees={sum === totalCents ? fees : []}
            totalCents={totalCents}
            dueOn={dueOn}
            note={orderNo}
          />
          <div className={styles.doneFoot}>
            <div>
              <p>费用与时限以收样时双方确认为准。查询码不印在委托单上。</p>
              <p>
                {contacts
                  .map(({ name, value }) => `${name} ${value}`)
                  .slice(0, 3)
                  .join('　')}
              </p>
              <p className={styles.doneSignatures}>
                <span>委托方签名</span>
                <span>收样人签名</span>
                <span>日期</span>
              </p>
            </div>
            <div>
              <ShareCode address={address} label="查询进度的二维码" />
            </div>
          </div>
        </div>
      </Container>
    </>
  )
}

function QueryCode({ code }: { code: string | null }) {
  if (code === null) {
    return (
      <p className={styles.doneRepeated}>
        这张委托单先前已提交成功，没有重复登记。查询码只在第一次显示，现在不能再给出；收样时可换新的，印在回执上。
      </p>
    )
  }
  return (
    <>
      <p className={styles.doneCodeNote}>
        查询码，请现在记下：关闭本标签页或再填一张之后不再显示。丢了，收样时可换新的
      </p>
      <p className={styles.doneCode}>{code}</p>
    </>
  )
}

interface TodoProps {
  wayIn: 'counter' | 'courier'
  wayBack: 'counter' | 'courier'
  contacts: readonly ContactFact[]
  due: string
}

function Todo({ wayIn, wayBack, contacts, due }: TodoProps) {
  const find = (wanted: string) => contacts.find(({ name }) => name === wanted)?.value
  const place = [find('地址'), find('营业时间')].filter(Boolean).join('，')
  return (
    <ol className={styles.doneTodo}>
      {wayIn === 'counter' ? (
        <li>
          <b>带上样品与证件</b>
          <p>{place ? `${place}。` : ''}到店报委托单号，或出示上面的二维码。</p>
        </li>
      ) : (
        <li>
          <b>保价寄出样品</b>
          <p>{place ? `${place}。` : ''}包裹内附委托单；包裹外只写委托单号，不写内容。</p>
        </li>
      )}
      <li>
        <b>{wayIn === 'counter' ? '当面验看、称重、照相' : '开包验看、称重、照相'}</b>
        <p>核对后得到收样回执，请妥善保存。</p>
      </li>
      {wayBack === 'counter' ? (
        <li>
          <b>可领时通知您</b>
          <p>预计 {due}。取件码那时才发出，与查询码不同。</p>
        </li>
      ) : (
        <li>
          <b>检毕寄回</b>
          <p>预计 {due}检毕。付清费用后寄出，快递单号写在送检进度里。</p>
        </li>
      )}
    </ol>
  )
}
