import { DELIVERY_STATES, EVENT_DAYS, WEBHOOK_EVENTS } from '@portal/contract/partners/webhook-rules.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useAction } from './use-action.ts'
import { type Delivery, describeDeliveryState, type Endpoint, PROBLEM_WORDS, STATE_WORDS } from './webhook-words.ts'
import styles from './webhooks.module.css'

interface DeliveriesPanelProps {
  endpoint: Endpoint
  records: readonly Delivery[]
  hasMore: boolean
  filters: AddressFilters
}

/** 送达记录: events of an endpoint, each with its attempts. */
export function DeliveriesPanel({ endpoint, records, hasMore, filters }: DeliveriesPanelProps) {
  const state = filters.get('state')
  const after = filters.get('after')
  const last = records.at(-1)
  const views = [
    { label: '全部', to: filters.linkWith('state', ''), isCurrent: state === '' },
    ...DELIVERY_STATES.map((one) => ({
      label: STATE_WORDS[one],
      to: filters.linkWith('state', one),
      isCurrent: state === one,
    })),
  ]
  return (
    <Panel title="送达记录" note={`保留 ${EVENT_DAYS} 天`} isFlush>
      <div className={styles.views}>
        <ViewTabs label="送达记录" views={views} />
      </div>
      <DataTable
        label="送达记录"
        columns={COLUMNS}
        rows={records}
        getId={({ number }) => String(number)}
        getName={({ event, certificateNo }) => `${WEBHOOK_EVENTS[event]} ${certificateNo ?? ''}`.trim()}
        openId={filters.get('open') || null}
        onOpen={(id) => filters.set('open', id ?? '')}
        renderDetails={(delivery) => <Details endpoint={endpoint} delivery={delivery} />}
        empty={
          <p className={styles.none}>{state === '' ? '还没有通知' : `没有${STATE_WORDS[state as 'failed']}的通知`}</p>
        }
      />
      {(records.length > 0 || after) && (
        <div className={styles.foot}>
          <ListFoot
            newestTo={after ? filters.linkWith('after', '') : null}
            olderTo={hasMore && last ? filters.linkWith('after', String(last.number)) : null}
          >
            新的在前
          </ListFoot>
        </div>
      )}
    </Panel>
  )
}

const COLUMNS: readonly TableColumn<Delivery>[] = [
  {
    key: 'event',
    head: '变动',
    kind: 'main',
    renderCell: ({ event, certificateNo }) => describeEvent(event, certificateNo),
    isWide: true,
  },
  {
    key: 'state',
    head: '状态',
    renderCell: (delivery) => {
      const [shape, words] = describeDeliveryState(delivery)
      return <StatusMark shape={shape}>{words}</StatusMark>
    },
  },
  { key: 'answer', head: '最近一次', renderCell: ({ attempts: [newest] }) => (newest ? describeOutcome(newest) : '–') },
  {
    key: 'duration',
    head: '用时',
    kind: 'number',
    onPhone: 'hidden',
    renderCell: ({ attempts: [newest] }) => (newest ? `${newest.durationMs} ms` : '–'),
  },
  {
    key: 'time',
    head: '时间',
    renderCell: ({ attempts: [newest], createTime }) => formatShortTime(newest?.time ?? createTime),
  },
]

const describeEvent = (event: Delivery['event'], certificateNo: string | null) =>
  certificateNo === null ? WEBHOOK_EVENTS[event] : `${WEBHOOK_EVENTS[event]}　${certificateNo}`

const describeOutcome = ({ status, problem }: Delivery['attempts'][number]) =>
  status === null ? PROBLEM_WORDS[problem ?? 'connection'] : `回应 ${status}`

function Details({ endpoint, delivery }: { endpoint: Endpoint; delivery: Delivery }) {
  const { attempts, messageId, sequence, nextTime, number, certificateNo } = delivery
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useBusy()
  const repeat = useRepeat(endpoint)
  return (
    <div className={styles.details}>
      <p className={styles.faint}>
        编号 <span className={styles.address}>{messageId}</span>
        {certificateNo !== null && `，它的第 ${sequence} 条`}
        {nextTime && `，下次 ${formatShortTime(nextTime)}`}
      </p>
      {attempts.length > 0 && (
        <ol className={styles.attempts} aria-label="各次送达">
          {attempts.map((attempt) => (
            <li key={attempt.number}>
              <span>{attempt.time.slice('2026-'.length)}</span>
              <span>{attempt.durationMs} ms</span>
              <span>{describeOutcome(attempt)}</span>
              {attempt.answer !== '' && <span className={styles.answer}>{attempt.answer}</span>}
            </li>
          ))}
        </ol>
      )}
      {endpoint.offReason === null && (
        <div>
          <Button
            variant="outline"
            isBusy={isBusy}
            busyLabel="排队中"
            onClick={() => void run(() => repeat(number, number))}
          >
            重发此条
          </Button>{' '}
          <Button variant="quiet" onClick={() => setIsAsking(true)}>
            重发此条及之后的全部
          </Button>
        </div>
      )}
      {isAsking && <RepeatDialog onClose={() => setIsAsking(false)} onConfirm={() => repeat(number, LAST)} />}
    </div>
  )
}

/** A number beyond the newest event. */
const LAST = Number.MAX_SAFE_INTEGER

function useRepeat({ number }: Endpoint) {
  const api = useApi()
  const runAction = useAction()
  return (from: number, to: number) =>
    runAction(
      () => api.call('POST /v1/manage/webhooks/{number}/repeat', { params: { number }, body: { from, to } }),
      '已排队，正在重发',
    )
}

function RepeatDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => Promise<void> }) {
  const { isBusy, run } = useBusy()
  const confirm = () =>
    run(async () => {
      await onConfirm()
      onClose()
    })
  return (
    <ManageDialog
      title="重发此条及之后的全部通知"
      onClose={onClose}
      actions={
        <DialogButtons isBusy={isBusy} busyLabel="排队中" onClick={() => void confirm()} onClose={onClose}>
          重发
        </DialogButtons>
      }
    >
      <p>已送达的也会再发一次，编号不变，对方据此去重。适合对方丢失了一段数据的时候。</p>
    </ManageDialog>
  )
}
