import { useId } from 'react'
import { CheckBox } from '../forms/check-box.tsx'
import { compareLines } from '../values/compare-texts.ts'
import { ComparedText, Folded, Lines } from '../values/compared-text.tsx'
import { type ComparedMember, splitParts } from './compare-sides.ts'
import type { PartChoice, PartChoices, TextPart } from './text-parts.ts'
import styles from './text-sides.module.css'

interface TextSidesProps<T> {
  member: ComparedMember<T>
  label: string
  choices: PartChoices
  onChoose: (choices: PartChoices) => void
}

/** A long text that was changed: additions and removals by line, and a choice for each part that both sides changed. */
export function TextSides<T>({ member, label, choices, onChoose }: TextSidesProps<T>) {
  const { side, base, mine, theirs } = member
  if (side !== 'both') {
    return <ComparedText before={String(base)} after={String(side === 'mine' ? mine : theirs)} isWhole={false} />
  }
  const parts = splitParts(member)
  return parts.map((part, at) => {
    const nth = parts.slice(0, at + 1).filter((one) => one.side === 'both').length
    const key = `${at} ${part.side}`
    if (part.side !== 'both') return <OneSided key={key} part={part} />
    return (
      <Contested
        key={key}
        part={part}
        label={`${label}第 ${nth} 处`}
        choice={choices[at]}
        onChoose={(choice) => onChoose({ ...choices, [at]: choice })}
      />
    )
  })
}

function OneSided({ part: { side, base, mine, theirs } }: { part: TextPart }) {
  if (side === 'none') return <Folded lines={compareLines(mine, mine)} />
  return (
    <div className={styles.part}>
      <p className={styles.merged}>{side === 'mine' ? '只有您改了，已并入' : '只有对方改了，已并入'}</p>
      <Lines of={compareLines(base, side === 'mine' ? mine : theirs)} />
    </div>
  )
}

const WORDS = { mine: '用您的', theirs: '用已保存的', all: '两段都留，您的在前' } as const

interface ContestedProps {
  part: TextPart
  label: string
  choice: PartChoice | undefined
  onChoose: (choice: PartChoice) => void
}

function Contested({ part: { base, mine, theirs }, label, choice, onChoose }: ContestedProps) {
  const name = useId()
  const renderOption = (which: PartChoice) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
    <label className={styles.option}>
      <CheckBox
        type="radio"
        name={name}
        aria-label={`${label}：${WORDS[which]}`}
        checked={choice === which}
        onChange={() => onChoose(which)}
      />
      {WORDS[which]}
    </label>
  )
  return (
    <fieldset className={styles.contested}>
      <legend className={styles.legend}>{label}：两边都改了，请选择</legend>
      {renderOption('mine')}
      <Lines of={compareLines(base, mine)} />
      {renderOption('theirs')}
      <Lines of={compareLines(base, theirs)} />
      {renderOption('all')}
    </fieldset>
  )
}
