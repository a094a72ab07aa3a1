import { CALIBRATION_MAX, type Calibration, NO_CALIBRATION } from '@portal/contract/certificates/desk/print-rules.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './print.module.css'
import { NEW_PRINTER, PRINTERS_MAX, type Printer } from './printers.ts'

const { offset, scale } = CALIBRATION_MAX
/** Members of the calibration, stored in tenths: of a millimetre, and of a per cent. */
const PARTS = [
  { part: 'offsetX', label: '右移（mm）', least: -offset, most: offset, of: 10 },
  { part: 'offsetY', label: '下移（mm）', least: -offset, most: offset, of: 10 },
  { part: 'scaleX', label: '横向（%）', least: 1000 - scale, most: 1000 + scale, of: 10 },
  { part: 'scaleY', label: '纵向（%）', least: 1000 - scale, most: 1000 + scale, of: 10 },
] as const satisfies readonly { part: keyof Calibration; label: string; least: number; most: number; of: number }[]

interface CalibrationPanelProps {
  /** Printers, the chosen one first. */
  printers: readonly Printer[]
  onChange: (printers: readonly Printer[]) => void
  onTestPage: () => void
  isBusy: boolean
}

/** The choice of the printer, and the correction of its offset and scale, which this browser stores. */
export function CalibrationPanel({ printers, onChange, onTestPage, isBusy }: CalibrationPanelProps) {
  const [chosen = NEW_PRINTER, ...others] = printers
  const change = (changes: Partial<Printer>) => onChange([{ ...chosen, ...changes }, ...others])
  const choose = (name: string) => {
    const found = printers.find((printer) => printer.name === name)
    if (found) onChange([found, ...printers.filter((printer) => printer !== found)])
  }
  const add = () => {
    const names = printers.map(({ name }) => name)
    const free = Array.from({ length: PRINTERS_MAX }, (_, index) => `打印机 ${index + 1}`).find(
      (name) => !names.includes(name),
    )
    if (free) onChange([{ ...NEW_PRINTER, name: free }, ...printers])
  }
  return (
    <Panel title="打印机校准" note="存在本机浏览器">
      <div className={styles.calibration}>
        <Field label="打印机">
          <Select
            value={chosen.name}
            options={printers.map(({ name }) => ({ value: name, label: name }))}
            onChange={({ target }) => choose(target.value)}
          />
        </Field>
        <Field label="名称">
          <TextInput
            key={chosen.name}
            defaultValue={chosen.name}
            maxLength={20}
            onBlur={({ target }) => {
              const name = target.value.trim()
              if (name && !others.some((other) => other.name === name)) change({ name })
            }}
          />
        </Field>
        {PARTS.map(({ part, label, least, most, of }) => (
          <Field key={part} label={label}>
            <TextInput
              key={`${chosen.name} ${chosen.calibration[part]}`}
              type="number"
              step={1 / of}
              min={least / of}
              max={most / of}
              defaultValue={chosen.calibration[part] / of}
              onBlur={({ target }) => {
                const typed = Math.round(Number(target.value) * of)
                const value = Math.min(most, Math.max(least, Number.isFinite(typed) ? typed : NO_CALIBRATION[part]))
                change({ calibration: { ...chosen.calibration, [part]: value } })
              }}
            />
          </Field>
        ))}
      </div>
      <div className={styles.links}>
        <Button variant="outline" isBusy={isBusy} onClick={onTestPage}>
          生成校准页
        </Button>
        {printers.length < PRINTERS_MAX && (
          <Button variant="quiet" onClick={add}>
            添加打印机
          </Button>
        )}
        {others.length > 0 && (
          <Button variant="quiet" onClick={() => onChange(others)}>
            移除这台
          </Button>
        )}
      </div>
    </Panel>
  )
}
