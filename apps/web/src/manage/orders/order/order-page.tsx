import { Download, PackageCheck, PackageOpen, Printer } from '@lucide/icons'
import type { ManagedItem, ManagedOrder, Payment } from '@portal/contract/orders/manage-orders.ts'
import {
  MASS_ALARMS,
  ORDER_PRIORITIES,
  ORDER_SOURCES,
  WAYS_BACK,
  WAYS_IN,
} from '@portal/contract/orders/order-rules.ts'
import { formatYuan, type OrderTable } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLoaderData } from 'react-router-dom'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { saveFile } from '#lib/save-file.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { toCsvFile } from '#manage/controls/values/csv.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Tag } from '#manage/controls/values/tag.tsx'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { PrintSheet } from '#ui/print-sheet.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { NamedCell } from '../shared/named-cell.tsx'
import { describePlace, formatMass, ItemMark, nameServices, OrderMark } from '../shared/order-words.tsx'
import { PaymentDialog, PaymentLines, PaymentMark } from '../shared/payments.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import { StepMenu } from '../shared/step-menu.tsx'
import { useStep } from '../shared/use-step.ts'
import { WordsDialog } from '../shared/words-dialog.tsx'
import { CustodyLanes } from './custody-lanes.tsx'
import styles from './order.module.css'
import {
  CHAIN_HEADS,
  describeEvent,
  formatEventSample,
  formatKind,
  listChain,
  readMove,
  toChainRow,
} from './order-events.ts'

export const loader = defineLoader(async ({ api, params }) => {
  const [order, table] = await Promise.all([
    api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo: params.orderNo ?? '' } }),
    api.call('GET /v1/orders/table'),
  ])
  return { order, table: table as OrderTable }
})

/** 委托单: facts, samples, fees, and the custody chain. */
export function Component() {
  const { order, table } = useLoaderData<typeof loader>()
  const [isPrinting, setIsPrinting] = useState(false)
  const { orderNo, items, state, dueOn, priority, receiveTime } = order
  const exportChain = () => saveFile(toCsvFile(listChain(order)), `${orderNo}-保管链.csv`)
  return (
    <>
      <PageHead
        title={orderNo}
        crumb={<Link to="/orders">委托单</Link>}
        marks={
          <>
            <OrderMark state={state} held={items.filter(({ isHeld }) => isHeld).length} />
            {priority === 'urgent' && <Tag tone="warning">{ORDER_PRIORITIES.urgent}</Tag>}
            {order.isDisputed && <Tag>异议</Tag>}
          </>
        }
        summary={[
          `${items.length} 件`,
          receiveTime ? `${receiveTime.slice(0, 16)} 收样` : `${order.createTime.slice(0, 16)} 预约`,
          WAYS_IN[order.wayIn],
          dueOn && `应可领 ${dueOn}`,
        ]
          .filter(Boolean)
          .join('，')}
        actions={
          <>
            <Button variant="quiet" icon={Printer} onClick={() => setIsPrinting(true)}>
              打印保管链
            </Button>
            <Button variant="outline" icon={Download} onClick={exportChain}>
              导出 CSV
            </Button>
            <NextAct order={order} />
          </>
        }
      />
      <div className={styles.root}>
        <CustodyLanes order={order} hours={table} />
        <Columns>
          <Column span={8}>
            <Panel title="样品" note={`${items.length} 件`} isFlush>
              <DataTable
                label="样品"
                columns={createColumns(table)}
                rows={items}
                getId={({ sampleNo }) => sampleNo}
                getName={({ statedName }) => statedName}
              />
            </Panel>
            <Panel title="经过" note="只增不改，更正另记一条">
              <Chain order={order} />
            </Panel>
          </Column>
          <Column span={4}>
            <FeesPanel order={order} />
            <CustomerPanel order={order} />
            <TermsPanel terms={order.terms} />
            <DisputePanel order={order} />
          </Column>
        </Columns>
      </div>
      {isPrinting && (
        <PrintSheet paper="chain" onDone={() => setIsPrinting(false)}>
          <PrintedChain order={order} />
        </PrintSheet>
      )}
    </>
  )
}

/** The next act at the counter, for those who may take it. */
function NextAct({ order: { orderNo, state, items } }: { order: ManagedOrder }) {
  const { duties } = useSelf()
  if (!hasDuty(duties, ['reception'])) return null
  if (state === 'ready') {
    return (
      <ButtonLink icon={PackageCheck} to={`/reception/${orderNo}/hand-out`}>
        发放
      </ButtonLink>
    )
  }
  if (state === 'cancelled' || !items.some(({ work }) => work === 'announced')) return null
  return (
    <ButtonLink icon={PackageOpen} to={`/reception/${orderNo}`}>
      收样
    </ButtonLink>
  )
}

function createColumns(table: OrderTable): readonly TableColumn<ManagedItem>[] {
  return [
    {
      key: 'name',
      head: '样品',
      kind: 'main',
      renderCell: (item) => (
        <NamedCell name={item.statedName} number={item.sampleNo}>
          <small>{nameServices(table, item.serviceCodes)}</small>
          <SamplePictures sample={item} />
        </NamedCell>
      ),
    },
    {
      key: 'mass',
      head: '收样质量',
      kind: 'number',
      onPhone: 'labelled',
      renderCell: (item) => formatMass(item.massInG) || '–',
    },
    { key: 'place', head: '在哪里', renderCell: describePlace },
    { key: 'state', head: '状态', renderCell: (item) => <ItemState item={item} /> },
    { key: 'certificate', head: '证书', onPhone: 'labelled', renderCell: ({ certificateNo }) => certificateNo ?? '–' },
    { key: 'due', head: '应可领', onPhone: 'labelled', renderCell: ({ dueOn }) => dueOn?.slice(5) ?? '–' },
    {
      key: 'steps',
      head: '',
      kind: 'actions',
      renderCell: (item) => (
        <StepMenu
          sample={item}
          name={`${formatShortNo(item.sampleNo)} ${item.statedName}`}
          steps={['bring', 'store', 'ask', 'answer', 'withdraw']}
        />
      ),
    },
  ]
}

/** The state of a sample, with what is open about it. */
function ItemState({ item }: { item: ManagedItem }) {
  return (
    <>
      <ItemMark item={item} />
      {item.question && <small className={styles.remark}>{item.question.text}</small>}
      {item.alarm && <small className={styles.remark}>{MASS_ALARMS[item.alarm]}</small>}
      {item.alarm === 'open' && <ReleaseButton item={item} />}
    </>
  )
}

/** Lets a sample go whose mass differs, by an owner. */
function ReleaseButton({ item: { sampleNo, revision, statedName } }: { item: ManagedItem }) {
  const api = useApi()
  const runStep = useStep()
  const { duties } = useSelf()
  const [isOpen, setIsOpen] = useState(false)
  if (!hasDuty(duties, ['owner'])) return null
  const release = (text: string) => {
    const options = { params: { sampleNo }, body: { revision, text } }
    return runStep(() => api.call('POST /v1/manage/samples/{sampleNo}/release', options), '已放行')
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        放行…
      </Button>
      {isOpen &&
        createPortal(
          <WordsDialog
            title={`放行：${formatShortNo(sampleNo)} ${statedName}`}
            verb="放行"
            onConfirm={release}
            onClose={() => setIsOpen(false)}
          >
            <p>复称超出允许差的样品可以交付；先当面告知委托方，双方在回执上签字。</p>
          </WordsDialog>,
          document.body,
        )}
    </>
  )
}

/** The custody chain, newest first. */
function Chain({ order: { events } }: { order: ManagedOrder }) {
  return (
    <Timeline
      entries={events
        .map((event) => {
          const { from, to } = readMove(event)
          return {
            key: event.sha256,
            text: [formatEventSample(event), formatKind(event.kind), from && to && from !== to && `${from} → ${to}`]
              .filter(Boolean)
              .join('　'),
            note: (
              <>
                {formatShortTime(event.time)}　{event.name}
                {describeEvent(event) && `　${describeEvent(event)}`}
                <code className={styles.digest} title={event.sha256}>
                  {event.sha256.slice(0, 16)}
                </code>
              </>
            ),
          }
        })
        .reverse()}
    />
  )
}

function FeesPanel({ order }: { order: ManagedOrder }) {
  const { duties } = useSelf()
  const api = useApi()
  const runStep = useStep()
  const [isPaying, setIsPaying] = useState(false)
  const [struck, setStruck] = useState<Payment | null>(null)
  const strike = ({ id }: Payment, reason: string) => {
    const options = { params: { orderNo: order.orderNo, id }, body: { reason } }
    return runStep(() => api.call('POST /v1/manage/orders/{orderNo}/payments/{id}/strike', options), '已划去')
  }
  return (
    <Panel title="费用" actions={<PaymentMark state={order.payment} />}>
      <PaymentLines order={order} onStrike={hasDuty(duties, ['owner']) ? setStruck : undefined} />
      {hasDuty(duties, ['reception']) && (
        <div className={styles.acts}>
          <Button variant="outline" onClick={() => setIsPaying(true)}>
            记收款…
          </Button>
        </div>
      )}
      {isPaying && <PaymentDialog order={order} onClose={() => setIsPaying(false)} />}
      {struck && (
        <WordsDialog
          title={`划去收款 ${formatYuan(struck.cents)}`}
          verb="划去"
          onConfirm={(reason) => strike(struck, reason)}
          onClose={() => setStruck(null)}
        >
          <p>原记录保留，并写明理由；应收随之改变。</p>
        </WordsDialog>
      )}
    </Panel>
  )
}

/** Opens a dispute, or ends it as an owner. */
function DisputePanel({ order: { orderNo, isDisputed } }: { order: ManagedOrder }) {
  const api = useApi()
  const runStep = useStep()
  const { duties } = useSelf()
  const [isOpen, setIsOpen] = useState(false)
  const params = { orderNo }
  const isOwner = hasDuty(duties, ['owner'])
  if (isDisputed && !isOwner) return <Panel title="异议">有未了结的异议，由负责人办理。</Panel>
  const [verb, key] = isDisputed
    ? (['了结异议', 'POST /v1/manage/orders/{orderNo}/dispute/settle'] as const)
    : (['登记异议', 'POST /v1/manage/orders/{orderNo}/dispute'] as const)
  return (
    <Panel title="异议">
      <p>{isDisputed ? '有未了结的异议。' : '委托方对状况、质量或结果有异议时登记，负责人会收到通知。'}</p>
      <div className={styles.acts}>
        <Button variant="outline" onClick={() => setIsOpen(true)}>
          {verb}…
        </Button>
      </div>
      {isOpen && (
        <WordsDialog
          title={`${verb}：${orderNo}`}
          verb={verb}
          label={isDisputed ? '结果' : '委托方所述'}
          isHarmless
          onConfirm={(text) => runStep(() => api.call(key, { params, body: { text } }), `已${verb}`)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Panel>
  )
}

function CustomerPanel({ order }: { order: ManagedOrder }) {
  const { customerName, phone, email, address, collectors, wayBack, partner, createTime, readyTime, closeTime } = order
  return (
    <Panel title="委托方">
      <Facts
        of={[
          ['姓名', customerName],
          ['手机', phone],
          ['邮箱', email],
          ['可代领', collectors.join('、') || '无'],
          ['领回', WAYS_BACK[wayBack]],
          ['收件地址', address],
          ['合作方', partner && <PartnerName partner={partner} />],
          ['合作方单号', partner?.reference ?? null],
          ['来源', ORDER_SOURCES[order.source]],
          ['预约', createTime.slice(0, 16)],
          ['可领', readyTime?.slice(0, 16) ?? null],
          ['完成', closeTime?.slice(0, 16) ?? null],
        ]}
      />
    </Panel>
  )
}

function PartnerName({ partner: { id, name } }: { partner: NonNullable<ManagedOrder['partner']> }) {
  const { duties } = useSelf()
  return hasDuty(duties, ['owner']) ? <TextLink to={`/partners/${id}`}>{name}</TextLink> : name
}

/** The conditions as the customer accepted them; a later change of the settings does not reach an order. */
function TermsPanel({ terms }: { terms: string }) {
  if (terms === '') return null
  return (
    <Panel title="送检须知" note="预约时的版本">
      <details>
        <summary>展开全文</summary>
        <p className={styles.terms}>{terms}</p>
      </details>
    </Panel>
  )
}

/** The chain on paper, for an assessor: every event with its whole digest, oldest first. */
function PrintedChain({ order: { orderNo, customerName, events } }: { order: ManagedOrder }) {
  return (
    <section className={styles.printed}>
      <h1>保管链 {orderNo}</h1>
      <p>委托方 {customerName}。每条的摘要同时写在操作记录里，与之同链封存。</p>
      <table>
        <thead>
          <tr>
            {CHAIN_HEADS.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.sha256}>
              {toChainRow(event).map((cell, at) => (
                <td key={CHAIN_HEADS[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
