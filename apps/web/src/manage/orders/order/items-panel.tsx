import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { MASS_ALARMS } from '@portal/contract/orders/order-rules.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { useApi } from '#lib/api/api-context.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { hasWeighed } from '../shared/correct-dialog.tsx'
import { NamedCell } from '../shared/named-cell.tsx'
import { describePlace, formatMass, ItemMark, nameServices } from '../shared/order-words.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import { StepMenu } from '../shared/step-menu.tsx'
import { useStep } from '../shared/use-step.ts'
import { WordsButton } from '../shared/words-dialog.tsx'
import styles from './order.module.css'

interface ItemsPanelProps extends Pick<ManagedOrder, 'items' | 'events'> {
  table: OrderTable
}

/** The samples of an order, each with its state and its next steps. */
export function ItemsPanel({ items, events, table }: ItemsPanelProps) {
  const self = useSelf()
  return (
    <Panel title="样品" note={`${items.length} 件`} isFlush>
      <DataTable
        label="样品"
        columns={createColumns(table, (sampleNo) => !hasWeighed(events, sampleNo, self.id))}
        rows={items}
        getId={({ sampleNo }) => sampleNo}
        getName={({ statedName }) => statedName}
      />
    </Panel>
  )
}

function createColumns(
  table: OrderTable,
  mayCorrect: (sampleNo: string) => boolean,
): readonly TableColumn<ManagedItem>[] {
  return [
    {
      key: 'name',
      head: '样品',
      kind: 'main',
      renderCell: (item) => (
        <NamedCell name={item.statedName} number={item.sampleNo}>
          {item.reference && <small>货号 {item.reference}</small>}
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
          steps={[
            ...(mayCorrect(item.sampleNo) ? ['correct' as const] : []),
            'bring',
            'store',
            'ask',
            'answer',
            'withdraw',
          ]}
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
  if (!hasDuty(duties, ['owner'])) return null
  const release = (text: string) => {
    const options = { params: { sampleNo }, body: { revision, text } }
    return runStep(() => api.call('POST /v1/manage/samples/{sampleNo}/release', options), '已放行')
  }
  return (
    <WordsButton
      variant="quiet"
      title={`放行：${formatShortNo(sampleNo)} ${statedName}`}
      verb="放行"
      onConfirm={release}
    >
      <p>复称超出允许差的样品可以交付；先当面告知委托方，双方在回执上签字。</p>
    </WordsButton>
  )
}
