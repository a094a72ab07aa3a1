import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { DueRuler } from '#manage/controls/values/ruler.tsx'
import { type StaffSelf, useSelf } from '#manage/staff/staff-store.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import shared from '#ui/shared.module.css'
import { ScanBar } from '../scan/scan-bar.tsx'
import { NamedCell } from '../shared/named-cell.tsx'
import { describePlace, formatMass, ItemMark, nameServices } from '../shared/order-words.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import styles from './bench.module.css'
import { BenchActs } from './bench-acts.tsx'
import { createBenchGroups, createDueReader, type Due, isDone } from './bench-due.ts'
import { FinishDialog } from './finish-dialog.tsx'
import { HandsPanel } from './hands-panel.tsx'
import { useBenchScan } from './use-bench-scan.ts'

const VIEWS = {
  all: '全部',
  mine: '我手里的',
  waiting: '待取',
  today: '今天到期',
  late: '超时',
  held: '等答复',
  done: '待交回',
} as const
type View = keyof typeof VIEWS
const VIEW_NAMES = Object.keys(VIEWS) as View[]
const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
export const loader = defineLoader(async ({ api }) => {
  const [samples, table] = await Promise.all([api.call('GET /v1/manage/bench'), api.call('GET /v1/orders/table')])
  return { samples, table: table as OrderTable, today: toWireDate(Date.now()) }
})

/** 检测台: what is tested, what is due, and who has it. It names neither customer nor stated name nor value. */
export function Component() {
  const { samples, table, today } = useLoaderData<typeof loader>()
  const self = useSelf()
  const filters = useAddressFilters(['category'])
  const [finished, setFinished] = useState<Sample | null>(null)
  const { result, onScan } = useBenchScan(samples)
  const nowMs = useMinutes()
  const view = VIEW_NAMES.find((name) => name === filters.get('view')) ?? 'all'
  const isIn: Readonly<Record<View, (sample: Sample) => boolean>> = {
    all: () => true,
    mine: ({ holderId }) => holderId === self.id,
    waiting: (sample) => sample.place !== 'person' && !sample.isHeld && sample.work !== 'review' && !isDone(sample),
    today: (sample) => isCounted(sample) && sample.dueOn === today,
    late: (sample) => isCounted(sample) && sample.dueOn !== null && sample.dueOn < today,
    held: ({ isHeld }) => isHeld,
    done: isDone,
  }
  const category = filters.get('category')
  const shown = samples
    .filter((sample) => isIn[view](sample) && (category === '' || sample.category === category))
    .sort((one, other) => Number(one.isHeld) - Number(other.isHeld))
  const late = samples.filter(isIn.late)
  const readDue = createDueReader(table, nowMs || Date.parse(today))
  return (
    <>
      <PageHead
        title="检测台"
        summary={`在检 ${samples.filter((sample) => !isDone(sample)).length} 件，今天到期 ${samples.filter(isIn.today).length} 件，超时 ${late.length} 件`}
      />
      <ScanBar placeholder="扫样品标签：在柜里的归您，在您手里的标出来" result={result} onScan={onScan} />
      <ViewTabs
        label="视图"
        views={VIEW_NAMES.map((name) => ({
          label: VIEWS[name],
          to: filters.linkWith('view', name === 'all' ? '' : name),
          count: samples.filter(isIn[name]).length,
          isCurrent: name === view,
        }))}
      />
      <FilterBar end={`${shown.length} 件`}>
        <FilterSelect
          label="类别"
          value={category}
          options={[
            { value: '', label: '全部' },
            ...CATEGORIES.map((value) => ({ value, label: CERTIFICATE_CATEGORIES[value] })),
          ]}
          onChange={(value) => filters.set('category', value)}
        />
      </FilterBar>
      <Columns>
        <Column span={9}>
          <DataTable
            label="在检样品"
            columns={createColumns(table, readDue, self, setFinished)}
            rows={shown}
            getId={({ sampleNo }) => sampleNo}
            getName={({ sampleNo }) => sampleNo}
            getGroup={createBenchGroups(shown, today)}
            empty={
              <div className={styles.empty}>
                <EmptyState
                  title={view === 'all' ? '没有在检的样品' : '没有符合的样品'}
                  {...(view !== 'all' && { link: { to: '/bench', text: '看全部' } })}
                />
              </div>
            }
          />
          <p className={shared.faint}>不显示委托方、自述名称与声明价值，标签上也没有。</p>
        </Column>
        <Column span={3}>
          <HandsPanel samples={samples} lateNumbers={late.map(({ sampleNo }) => sampleNo)} />
        </Column>
      </Columns>
      {finished && <FinishDialog sample={finished} onClose={() => setFinished(null)} />}
    </>
  )
}

/** Whether the clock of a sample runs; it stands while a question is open. */
const isCounted = (sample: Sample): boolean => !sample.isHeld && !isDone(sample)

function createColumns(
  table: OrderTable,
  readDue: (sample: Sample) => Due | null,
  self: StaffSelf,
  onFinish: (sample: Sample) => void,
): readonly TableColumn<Sample>[] {
  return [
    {
      key: 'sample',
      head: '样品',
      kind: 'main',
      renderCell: (sample) => (
        <NamedCell
          name={`${CERTIFICATE_CATEGORIES[sample.category]}${sample.count > 1 ? ` ${sample.count} 件` : ''}`}
          number={sample.sampleNo}
          isUrgent={sample.priority === 'urgent'}
        >
          <SamplePictures sample={sample} />
        </NamedCell>
      ),
    },
    { key: 'services', head: '项目', renderCell: ({ serviceCodes }) => nameServices(table, serviceCodes) },
    { key: 'mass', head: '收样质量', kind: 'number', renderCell: ({ massInG }) => formatMass(massInG) },
    {
      key: 'place',
      head: '在哪里',
      renderCell: (sample) => (sample.holderId === self.id ? '我' : describePlace(sample)),
    },
    {
      key: 'state',
      head: '状态',
      renderCell: (sample) => (
        <>
          <ItemMark item={sample} />
          {sample.question && <small className={styles.question}>{sample.question.text}</small>}
          {sample.answer && (
            <small className={styles.question}>
              {sample.answer.question} 答复：<b>{sample.answer.text}</b>
            </small>
          )}
        </>
      ),
    },
    { key: 'due', head: '时限', renderCell: (sample) => <DueCell sample={sample} due={readDue(sample)} /> },
    {
      key: 'acts',
      head: '',
      kind: 'actions',
      renderCell: (sample) => <BenchActs sample={sample} self={self} onFinish={() => onFinish(sample)} />,
    },
  ]
}

function DueCell({ sample, due }: { sample: Sample; due: Due | null }) {
  if (sample.isHeld) return '已暂停'
  return due && !isDone(sample) ? <DueRuler share={due.share}>{due.text}</DueRuler> : '–'
}
