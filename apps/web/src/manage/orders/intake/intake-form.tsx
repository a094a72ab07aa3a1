import { CERTIFICATE_CATEGORIES, GRAMS_PER_CARAT } from '@portal/contract/certificates/certificate-states.ts'
import type { ManagedItem } from '@portal/contract/orders/manage-orders.ts'
import { formatTenthMg, parseTenthMg } from '@portal/contract/orders/mass-tolerance.ts'
import { CONDITION_MARKS, type ConditionMark, ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { type ReactNode, useRef } from 'react'
import { readMass } from '#domain/orders/typed-values.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PictureBox, PictureButton } from '#manage/controls/pictures/picture-box.tsx'
import type { PictureDraftControl } from '#manage/controls/pictures/picture-drafts.ts'
import type { Edit } from '#manage/controls/saving/use-edit.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import hidden from '#ui/visually-hidden.module.css'
import { DivisionSelect } from '../shared/division-select.tsx'
import { compareWithStatement } from '../shared/mass-reading.ts'
import { MassScale } from '../shared/mass-scale.tsx'
import { formatMass } from '../shared/order-words.tsx'
import styles from './intake.module.css'
import type { IntakeValues } from './intake-values.ts'

interface IntakeFormProps {
  item: ManagedItem
  edit: Edit<IntakeValues>
  pictures: PictureDraftControl
}

/** The form in the order of the hands: look, weigh, photograph, compare. */
export function IntakeForm({ item, edit, pictures }: IntakeFormProps) {
  const { values, change, getFieldProps, getInputProps } = edit
  // Every value begins empty, so a mark at each changed field would say nothing.
  const getError = (name: keyof IntakeValues) => ({ error: getFieldProps(name).error })
  return (
    <>
      <section className={styles.part}>
        <PartHead title="外观">收样时两人都看得见的</PartHead>
        <ConditionField marks={values.marks} onChange={(marks) => change({ marks })} {...getError('marks')} />
        <Field label="说明" place="印在回执上" isOptional {...getError('note')}>
          <TextInput {...getInputProps('note')} maxLength={ORDER_MAX.conditionNote} autoComplete="off" />
        </Field>
      </section>
      <section className={styles.part}>
        <PartHead title="称重">
          <DivisionSelect value={values.divisionG} onChange={(divisionG) => change({ divisionG })} />
        </PartHead>
        <div className={styles.weighing}>
          <Field label="质量（g）" place="连同镶嵌、绳线" {...getError('massG')}>
            <TextInput
              {...getInputProps('massG')}
              className={styles.mass}
              isFigures
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.000"
            />
          </Field>
          <StatedMass statedMassG={item.statedMassG} massG={values.massG} />
        </div>
      </section>
      <PicturePart pictures={pictures} />
      <section className={styles.part}>
        <PartHead title="与委托比对" />
        <div className={styles.count}>
          <Field label="件数" hint="一袋里的件数" {...getError('count')}>
            <TextInput {...getInputProps('count')} isFigures inputMode="numeric" autoComplete="off" maxLength={4} />
          </Field>
        </div>
        <Comparison item={item} values={values} />
      </section>
    </>
  )
}

function PartHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.partHead}>
      <h2>{title}</h2>
      {children && <div>{children}</div>}
    </header>
  )
}

/** Pictures of the sample, which only staff see. */
function PicturePart({ pictures }: { pictures: PictureDraftControl }) {
  const inputRef = useRef<HTMLInputElement>(null)
  useKeys({ 'Mod+P': { words: '拍照或选图', run: () => inputRef.current?.click() } })
  return (
    <section className={styles.part}>
      <PartHead title="图片">正反各一张，委托方看不到</PartHead>
      {/* The bar names uploads that are not done. */}
      <PictureBox pictures={{ ...pictures, pending: '' }} label="收样图片">
        <div className={styles.shoot}>
          <PictureButton pictures={pictures} ref={inputRef} capture="environment">
            拍照或选图 <KeyCaps of="Mod+P" />
          </PictureButton>
        </div>
      </PictureBox>
    </section>
  )
}

interface ConditionFieldProps {
  marks: readonly ConditionMark[]
  error: string | undefined
  onChange: (marks: ConditionMark[]) => void
}

/** Marks of the condition. 完好 excludes damage. */
function ConditionField({ marks, error, onChange }: ConditionFieldProps) {
  const toggle = (mark: ConditionMark) => {
    if (marks.includes(mark)) return onChange(marks.filter((other) => other !== mark))
    const isCompatible = (other: ConditionMark) =>
      other.startsWith('附') || mark.startsWith('附') || (other === '完好') === (mark === '完好')
    onChange([...marks.filter(isCompatible), mark])
  }
  return (
    <fieldset className={styles.marks}>
      <legend className={hidden.root}>外观</legend>
      {CONDITION_MARKS.map((mark) => (
        <button
          key={mark}
          type="button"
          className={styles.mark}
          aria-pressed={marks.includes(mark)}
          onClick={() => toggle(mark)}
        >
          {mark}
        </button>
      ))}
      {error && <p className={styles.fault}>{error}</p>}
    </fieldset>
  )
}

/** The stated mass as a band, with the reading on it. */
function StatedMass({ statedMassG, massG }: { statedMassG: string | null; massG: string }) {
  if (statedMassG === null) return <p className={styles.stated}>委托方没有自述质量</p>
  const { massG: read } = readMass(massG)
  const compared = read === null ? null : compareWithStatement(statedMassG, read)
  const { half } = compared ?? compareWithStatement(statedMassG, statedMassG)
  const stated = parseTenthMg(statedMassG)
  const words = compared
    ? compared.isWithin
      ? `自述 ${formatMass(statedMassG)}，相符`
      : `比自述${compared.difference > 0 ? '多' : '少'} ${formatTenthMg(Math.abs(compared.difference))} g${describeUnit((stated + compared.difference) / stated)}`
    : `自述 ${formatMass(statedMassG)}`
  return (
    <div className={styles.stated} data-differs={compared?.isWithin === false || undefined}>
      <MassScale
        expected={stated}
        allowed={half}
        mass={compared ? stated + compared.difference : null}
        label={words}
        bandLabel={`自述 ${statedMassG}`}
      />
      <p aria-live="polite">{words}</p>
    </div>
  )
}

/** Says that a reading may be in another unit. @param ratio of the reading to the stated mass */
function describeUnit(ratio: number): string {
  if (Math.abs(ratio * GRAMS_PER_CARAT - 1) < 0.1) return '，像是克拉，请换算成克'
  return ratio > 10 || ratio < 0.1 ? '，请核对单位是克' : ''
}

/** What the customer announced beside what lies on the table. */
function Comparison({ item, values }: { item: ManagedItem; values: IntakeValues }) {
  const { massG: mass } = readMass(values.massG)
  const isMassLike = item.statedMassG !== null && mass !== null && compareWithStatement(item.statedMassG, mass).isWithin
  const rows: readonly (readonly [name: string, stated: string, found: string, isLike: boolean | null])[] = [
    ['件数', String(item.count), values.count, Number(values.count) === item.count],
    ['质量', formatMass(item.statedMassG) || '未自述', formatMass(mass), item.statedMassG && mass ? isMassLike : null],
    ['类别', CERTIFICATE_CATEGORIES[item.category], '当面看', null],
    ['声明价值', item.declaredCents === null ? '未声明' : formatYuan(item.declaredCents), '当面验看', null],
  ]
  return (
    <>
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">委托</th>
            <th scope="col">实物</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, stated, found, isLike]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{stated}</td>
              <td>{found || '–'}</td>
              <td>{isLike === null ? '' : <Likeness isLike={isLike} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {item.care && <Remark name="须留意">{item.care}</Remark>}
      {item.reference && <Remark name="货号">{item.reference}</Remark>}
    </>
  )
}

function Likeness({ isLike }: { isLike: boolean }) {
  return isLike ? <StatusMark shape="live">相符</StatusMark> : <StatusMark shape="wait">不符</StatusMark>
}

function Remark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className={styles.remark}>
      <b>{name}</b>　{children}
    </p>
  )
}
