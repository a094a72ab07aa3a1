import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, mayTakeStep } from '@portal/contract/orders/order-rules.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { DueRuler, Ruler } from '#manage/controls/values/ruler.tsx'
import { type StaffSelf, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ScanBar } from '../scan/scan-bar.tsx'
import { describePlace, formatMass, ItemMark } from '../shared/order-words.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import { StepMenu, useMove } from '../shared/step-menu.tsx'
import { useStep } from '../shared/use-step.ts'
import styles from './bench.module.css'
import { createDueGroups, createDueReader, type Due } from './bench-due.ts'
import { FinishDialog } from './finish-dialog.tsx'
import { useBenchScan } from './use-bench-scan.ts'

const VIEWS = { all: '全部在检', mine: '我手里的', waiting: '待取', today: '今天到期', held: '等答复' } as const
type View = keyof typeof VIEWS
const VIEW_NAMES = Object.keys(VIEWS) as View[]
const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
/** Samples in one hand that fill the ruler. */
const FULL_HAND = 12

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
    waiting: (sample) => sample.place !== 'person' && !sample.isHeld && sample.work !== 'review',
    today: ({ dueOn, isHeld }) => dueOn !== null && dueOn <= today && !isHeld,
    held: ({ isHeld }) => isHeld,
  }
  const category = filters.get('category')
  const shown = samples.filter((sample) => isIn[view](sample) && (category === '' || sample.category === category))
  const late = samples.filter(({ dueOn, isHeld }) => dueOn !== null && dueOn < today && !isHeld)
  const readDue = createDueReader(table, nowMs || Date.parse(today))
  return (
    <>
      <PageHead
        title="检测台"
        summary={`在检 ${samples.length} 件，今天到期 ${samples.filter(isIn.today).length - late.length} 件，超时 ${late.length} 件`}
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
            getGroup={createDueGroups(shown, today)}
            empty={
              <div className={styles.empty}>
                <EmptyState
                  title={view === 'all' ? '没有在检的样品' : '没有符合的样品'}
                  {...(view !== 'all' && { link: { to: '/bench', text: '看全部' } })}
                />
              </div>
            }
          />
          <p className={styles.note}>不显示委托方、自述名称与声明价值，标签上也没有。</p>
        </Column>
        <Column span={3}>
          <HandsPanel samples={samples} lateNumbers={late.map(({ sampleNo }) => sampleNo)} />
        </Column>
      </Columns>
      {finished && <FinishDialog sample={finished} onClose={() => setFinished(null)} />}
    </>
  )
}

function createColumns(
  { services }: OrderTable,
  readDue: (sample: Sample) => Due | null,
  self: StaffSelf,
  onFinish: (sample: Sample) => void,
): readonly TableColumn<Sample>[] {
  const nameService = (code: string) => services.find((service) => service.code === code)?.name ?? code
  return [
    {
      key: 'sample',
      head: '样品',
      kind: 'main',
      renderCell: (sample) => (
        <div className={styles.sample}>
          <b>
            {CERTIFICATE_CATEGORIES[sample.category]}
            {sample.count > 1 && ` ${sample.count} 件`}
          </b>
          <small>{sample.sampleNo}</small>
          <SamplePictures sample={sample} />
        </div>
      ),
    },
    { key: 'services', head: '项目', renderCell: ({ serviceCodes }) => serviceCodes.map(nameService).join('、') },
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
        </>
      ),
    },
    { key: 'due', head: '时限', renderCell: (sample) => <DueCell sample={sample} due={readDue(sample)} /> },
    {
      key: 'acts',
      head: '',
      kind: 'actions',
      renderCell: (sample) => <Acts sample={sample} self={self} onFinish={() => onFinish(sample)} />,
    },
  ]
}

function DueCell({ sample, due }: { sample: Sample; due: Due | null }) {
  if (sample.isHeld) return '已暂停'
  return due ? <DueRuler share={due.share}>{due.text}</DueRuler> : '–'
}

interface ActsProps {
  sample: Sample
  self: StaffSelf
  onFinish: () => void
}

/** The frequent act as a word, the others in a menu. */
function Acts({ sample, self, onFinish }: ActsProps) {
  const move = useMove()
  const isMine = sample.holderId === self.id
  const mayTake = !isMine && applyStep(sample, 'take') && mayTakeStep(self.duties, 'take')
  const makeDraft = useDraft()
  const { certificateNo } = sample
  const mayDraft = isMine && certificateNo === null && applyStep(sample, 'draft') && mayTakeStep(self.duties, 'draft')
  const mayFinish = isMine && applyStep(sample, 'finish') && mayTakeStep(self.duties, 'finish')
  return (
    <span className={styles.acts}>
      {mayTake && (
        <Button variant="outline" aria-label={`取样：${sample.sampleNo}`} onClick={() => move(sample, 'take')}>
          取样
        </Button>
      )}
      {mayDraft && (
        <Button variant="outline" aria-label={`建草稿：${sample.sampleNo}`} onClick={() => makeDraft(sample)}>
          建草稿
        </Button>
      )}
      {certificateNo !== null && (
        <ButtonLink variant="outline" to={`/certificates/${certificateNo}`} aria-label={`打开证书 ${certificateNo}`}>
          打开
        </ButtonLink>
      )}
      <StepMenu
        sample={sample}
        name={sample.sampleNo}
        steps={['store', 'bring', 'ask', 'answer', 'end']}
        first={mayFinish ? { text: '出证书…', run: onFinish } : undefined}
      />
    </span>
  )
}

/** Makes the draft of a sample's certificate, and opens it. */
function useDraft() {
  const api = useApi()
  const navigate = useNavigate()
  const runStep = useStep()
  return ({ sampleNo, revision }: Sample): void => {
    const make = async () => {
      const options = { params: { sampleNo }, body: { revision } }
      const { certificateNo } = await api.call('POST /v1/manage/samples/{sampleNo}/draft', options)
      await navigate(`/certificates/${certificateNo}`)
    }
    // The failure has been shown.
    void runStep(make, '已建草稿').catch(() => null)
  }
}

interface HandsPanelProps {
  samples: readonly Sample[]
  lateNumbers: readonly string[]
}

/** How many samples each person has. */
function HandsPanel({ samples, lateNumbers }: HandsPanelProps) {
  const hands = new Map<string, Sample[]>()
  for (const sample of samples) {
    if (sample.holderName !== null) hands.set(sample.holderName, [...(hands.get(sample.holderName) ?? []), sample])
  }
  return (
    <Panel title="在手" note={`以每人 ${FULL_HAND} 件为满`}>
      {hands.size === 0 ? (
        <p className={styles.note}>没有取出的样品</p>
      ) : (
        <ul className={styles.hands}>
          {[...hands].map(([name, held]) => {
            const late = held.filter(({ sampleNo }) => lateNumbers.includes(sampleNo)).length
            return (
              <li key={name}>
                <span className={styles.hand}>
                  {name}
                  <span>{held.length} 件</span>
                </span>
                <Ruler share={held.length / FULL_HAND} label={`${name} 在手 ${held.length} 件`} />
                {late > 0 && <span className={styles.late}>超时 {late} 件</span>}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
