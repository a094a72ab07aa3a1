import { TriangleAlert } from '@lucide/icons'
import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useId, useState } from 'react'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './warning-box.module.css'

interface WarningBoxProps {
  text: string
  /** A value is missing, a reading does not fit the constants, or words and figures exclude each other. */
  about: keyof typeof WORDS
  /** Other species that fit the readings. */
  note: string
  /** Conclusions that fit the readings. */
  conclusions: readonly string[]
  answer: string
  onAnswer: (text: string) => void
  /** Moves the focus to the reading. */
  onFix: () => void
  onConclude: (conclusion: string) => void
}

/** Words of the two ways, and of an empty answer. */
const WORDS = {
  missing: { fix: '现在补上', confirm: '不补，说明原因', hint: '为什么不补，批准人会看到' },
  reading: { fix: '读数有误，改正', confirm: '已复测，确认', hint: '怎样复测的，批准人会看到' },
  words: { fix: '填写有误，改正', confirm: '属实，确认', hint: '为什么属实，批准人会看到' },
} as const

type Way = 'fix' | 'conclude' | 'confirm' | null

/**
 * A warning of values that do not fit each other: one of them must be corrected, or an answer must state why both are true, e.g.
 * how a reading was repeated.
 */
export function WarningBox({ text, about, note, conclusions, answer, onAnswer, onFix, onConclude }: WarningBoxProps) {
  const id = useId()
  const words = WORDS[about]
  const [chosen, setChosen] = useState<Way>(null)
  const [conclusion, setConclusion] = useState(conclusions[0] ?? '')
  const selectedWay = chosen ?? (answer === '' ? null : 'confirm')
  const pick = (value: Exclude<Way, null>, label: string, run?: () => void) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={styles.pick}>
      <CheckBox
        type="radio"
        name={id}
        checked={selectedWay === value}
        onChange={() => {
          setChosen(value)
          run?.()
        }}
      />
      {label}
    </label>
  )
  return (
    <fieldset className={styles.root} aria-label="警示">
      <p className={styles.words}>
        <Icon of={TriangleAlert} sizePx={18} />
        <span>
          <b>{text}。</b>
          {note}
        </span>
      </p>
      <div className={styles.ways}>
        {pick('fix', words.fix, onFix)}
        {conclusions.length > 0 && pick('conclude', '结论有误，改为…')}
        {pick('confirm', words.confirm)}
      </div>
      {selectedWay === 'conclude' && (
        <div className={styles.conclude}>
          <Field label="结论改为">
            <Select
              value={conclusions.includes(conclusion) ? conclusion : conclusions[0]}
              options={conclusions.map((name) => ({ value: name, label: name }))}
              onChange={({ target }) => setConclusion(target.value)}
            />
          </Field>
          <Button
            variant="outline"
            onClick={() => onConclude(conclusions.includes(conclusion) ? conclusion : (conclusions[0] ?? ''))}
          >
            改结论
          </Button>
        </div>
      )}
      {selectedWay === 'confirm' && (
        <Field label="答复" count={{ now: answer.length, max: DESK_MAX.answer }}>
          <TextInput
            value={answer}
            maxLength={DESK_MAX.answer}
            placeholder={words.hint}
            onChange={({ target }) => onAnswer(target.value)}
          />
        </Field>
      )}
    </fieldset>
  )
}
