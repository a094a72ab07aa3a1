import {
  canHoldCode,
  countLabels,
  LABEL_GRID_NAMES,
  LABEL_GRIDS,
  type LabelGrid,
  type PrintKind,
} from '@portal/contract/certificates/desk/print-rules.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './print.module.css'

const KINDS: readonly (readonly [kind: PrintKind, name: string, size: string])[] = [
  ['card', '卡片', '85.6 × 54 mm，双面'],
  ['a5', 'A5', '148 × 210 mm，纵向'],
  ['a4', 'A4', '297 × 210 mm，横向'],
  ['a4-en', 'A4 英文', '297 × 210 mm，横向'],
  ['a4-zh-en', 'A4 中英对照', '297 × 210 mm，横向'],
  ['label', '标签', 'A4 标签纸'],
]

interface PrintChoicesProps {
  kind: PrintKind
  withBleed: boolean
  withCode: boolean
  mayPrintCode: boolean
  grid: LabelGrid
  startCell: number
  onKind: (kind: PrintKind) => void
  onBleed: (isOn: boolean) => void
  onCode: (isOn: boolean) => void
  onGrid: (grid: LabelGrid) => void
  onStartCell: (cell: number) => void
}

const formatGridName = (grid: LabelGrid) => {
  const { columns, rows, width, height } = LABEL_GRIDS[grid]
  return `${columns} × ${rows}，${width} × ${height} mm`
}

/** The choice of the sheet and its content. */
export function PrintChoices(props: PrintChoicesProps) {
  const { kind, grid, startCell } = props
  return (
    <>
      <Panel title="版式">
        <fieldset className={styles.kinds} aria-label="版式">
          {KINDS.map(([value, name, size]) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
            <label className={styles.kind} key={value}>
              <CheckBox type="radio" name="kind" checked={kind === value} onChange={() => props.onKind(value)} />
              <span>
                {name}
                <small>{size}</small>
              </span>
            </label>
          ))}
        </fieldset>
      </Panel>
      <Panel title="选项">
        <div className={styles.options}>
          {canHoldCode(kind) && props.mayPrintCode && (
            <Switch
              label="印核对码"
              note="须已发布，并有新近的两步验证"
              isOn={props.withCode}
              onChange={props.onCode}
            />
          )}
          {kind === 'card' && (
            <Switch label="出血与裁切线" note="送印刷厂时打开" isOn={props.withBleed} onChange={props.onBleed} />
          )}
          {kind === 'label' && (
            <>
              <Field label="标签纸">
                <Select
                  value={grid}
                  options={LABEL_GRID_NAMES.map((value) => ({ value, label: formatGridName(value) }))}
                  onChange={({ target }) => props.onGrid(target.value as LabelGrid)}
                />
              </Field>
              <Field label="标签起始格" hint="接着用过的纸印">
                <TextInput
                  type="number"
                  min={1}
                  max={countLabels(grid)}
                  value={startCell}
                  onChange={({ target }) => props.onStartCell(parseCell(target.value, grid))}
                />
              </Field>
            </>
          )}
          {kind !== 'card' && kind !== 'label' && <p className={styles.hint}>不出血，打印时缩放选“实际大小”。</p>}
        </div>
      </Panel>
    </>
  )
}

const parseCell = (typed: string, grid: LabelGrid) =>
  Math.min(countLabels(grid), Math.max(1, Math.round(Number(typed)) || 1))
