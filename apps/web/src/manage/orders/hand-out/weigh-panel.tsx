import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import type { KeyboardEvent } from 'react'
import { showToast } from '#lib/toasts.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import type { Edit } from '#manage/controls/saving/use-edit.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { readScan } from '../scan/read-scan.ts'
import { useScanner } from '../scan/use-scanner.ts'
import { DivisionSelect } from '../shared/division-select.tsx'
import { MassScale } from '../shared/mass-scale.tsx'
import { formatMass, ItemMark } from '../shared/order-words.tsx'
import styles from './hand-out.module.css'
import type { WeighValues } from './use-hand-out.ts'
import { describeExcess, formatDifference, isBeyond, type Weighing } from './weighing.ts'

interface WeighPanelProps {
  weighings: readonly Weighing[]
  /** Samples that stay, because they are not done, not here, or left before. */
  others: readonly ManagedItem[]
  edit: Edit<WeighValues>
  events: ManagedOrder['events']
  /** The recipient is complete, which upstream asks for before it weighs. */
  mayReport: boolean
  /** Notes masses beyond the tolerance, so that another person weighs again. */
  onReport: (weighings: readonly Weighing[]) => void
}

/** Step 二: every sample is weighed again. */
export function WeighPanel({ weighings, others, edit, events, mayReport, onReport }: WeighPanelProps) {
  const { masses, kept, divisionG } = edit.values
  const beyond = weighings.filter((weighing) => isBeyond(weighing) && !kept.includes(weighing.item.sampleNo))
  const { id } = useSelf()
  const unnoted = beyond.filter(
    ({ item: { sampleNo } }) =>
      !events.some((event) => event.kind === 'massAlarm' && event.sampleNo === sampleNo && event.byId === id),
  )
  const again = weighings.filter((weighing) => weighing.item.alarm === 'open' && !isBeyond(weighing))
  useScanner({ onScan: focusMass })
  return (
    <Panel
      title="二　复称"
      isFlush
      actions={<DivisionSelect value={divisionG} onChange={(next) => edit.change({ divisionG: next })} />}
    >
      <ul className={styles.weighings}>
        {weighings.map((weighing) => {
          const { sampleNo } = weighing.item
          const isKept = kept.includes(sampleNo)
          return (
            <WeighingRow
              key={sampleNo}
              weighing={weighing}
              typed={masses[sampleNo] ?? ''}
              isKept={isKept}
              onMass={(massG) => edit.change({ masses: { ...masses, [sampleNo]: massG } })}
              onKeep={() =>
                edit.change({ kept: isKept ? kept.filter((other) => other !== sampleNo) : [...kept, sampleNo] })
              }
            />
          )
        })}
        {others.length > 0 && (
          <li>
            <details open={others.length <= OTHERS_OPEN}>
              <summary className={styles.others}>另有 {others.length} 件这次不能领</summary>
              <ul>
                {others.map((item) => (
                  <li className={styles.other} key={item.sampleNo}>
                    <SampleName item={item} />
                    <ItemMark item={item} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
      {again.length > 0 && (
        <div className={styles.excess}>
          <Note tone="warning">
            {again.map(({ item }) => item.statedName).join('、')}曾登记超出，须由另一人换一台天平复称。
          </Note>
        </div>
      )}
      {beyond.length > 0 && (
        <div className={styles.excess}>
          <Note
            tone="error"
            isLive
            action={
              unnoted.length > 0 && (
                <Button variant="outline" disabled={!mayReport} onClick={() => onReport(unnoted)}>
                  登记超出
                </Button>
              )
            }
          >
            {beyond.map(describeExcess).join('；')}。
            {unnoted.length > 0
              ? `${mayReport ? '' : '填好“谁来领”后，'}先登记超出，再${unnoted.every(isNoted) ? '由负责人放行（另一人已登记）' : '由另一人换一台天平复称'}；其余可先交付。`
              : '已登记，负责人已收到通知。由另一人换一台天平复称，或由负责人放行；其余可先交付。'}
          </Note>
        </div>
      )}
    </Panel>
  )
}

const isNoted = ({ item }: Weighing): boolean => item.alarm === 'open'

/** Up to this number, the samples that stay are shown at once. */
const OTHERS_OPEN = 5

/** Focuses the field of a scanned sample. */
function focusMass(text: string): void {
  const scan = readScan(text)
  const field =
    scan.kind === 'sample' ? document.querySelector<HTMLInputElement>(`input[data-sample="${scan.number}"]`) : null
  if (field) field.focus()
  else showToast('info', scan.kind === 'unread' ? '没读清，再扫一次' : '这里只认这张委托单可领的样品')
}

/** Leads from the field of a mass to the next one. */
function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-sample]:enabled')]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

function SampleName({ item: { statedName, sampleNo, reference } }: { item: ManagedItem }) {
  return (
    <span className={styles.name}>
      <b>{statedName}</b>
      <small>
        {sampleNo}
        {reference && `，货号 ${reference}`}
      </small>
    </span>
  )
}

interface WeighingRowProps {
  weighing: Weighing
  typed: string
  isKept: boolean
  onMass: (massG: string) => void
  onKeep: () => void
}

function WeighingRow({ weighing, typed, isKept, onMass, onKeep }: WeighingRowProps) {
  const { item, comparison, fault } = weighing
  const isOver = isBeyond(weighing)
  return (
    <li className={styles.weighing} data-beyond={isOver || undefined} data-kept={isKept || undefined}>
      <CheckBox aria-label={`这次领：${item.statedName}`} checked={!isKept} onChange={onKeep} />
      <SampleName item={item} />
      <span className={styles.before}>
        <small>收样</small>
        {formatMass(item.massInG) || '未称'}
      </span>
      <span className={styles.typed}>
        <small>复称</small>
        <input
          className={styles.mass}
          aria-label={`复称质量，克：${item.statedName}`}
          aria-invalid={fault !== null || isOver || undefined}
          inputMode="decimal"
          data-sample={item.sampleNo}
          onKeyDown={focusNext}
          autoComplete="off"
          disabled={isKept}
          value={typed}
          onChange={({ target }) => onMass(target.value)}
        />
        g
      </span>
      <span className={styles.difference}>
        <small>差</small>
        {comparison ? formatDifference(comparison.difference) : '–'}
      </span>
      {comparison ? (
        <MassScale
          expected={comparison.before}
          allowed={comparison.tolerance}
          mass={comparison.before + comparison.difference}
          label={`差 ${formatDifference(comparison.difference)} g，允许 ${formatDifference(comparison.tolerance).slice(1)} g`}
        />
      ) : (
        <span className={styles.fault}>{fault}</span>
      )}
      <span className={styles.verdict} aria-live="polite">
        {comparison &&
          (isOver ? (
            <StatusMark shape="stop">超出</StatusMark>
          ) : comparison.isWithin ? (
            <StatusMark shape="live">相符</StatusMark>
          ) : (
            <StatusMark shape="wait">放行</StatusMark>
          ))}
      </span>
    </li>
  )
}
