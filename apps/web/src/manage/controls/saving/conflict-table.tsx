import { GitCompareArrows } from '@lucide/icons'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CheckBox } from '../forms/check-box.tsx'
import { type Choices, type ComparedMember, compareSides, splitParts } from './compare-sides.ts'
import styles from './conflict-table.module.css'
import { mergeParts } from './text-parts.ts'
import { TextSides } from './text-sides.tsx'
import { formatPlainValue, type MemberKey } from './values.ts'

export interface ConflictTableProps<T extends object> {
  /** Values when the form was opened, values to save, and values that the site has now. */
  base: T
  mine: T
  theirs: T
  getLabel: (name: MemberKey<T>) => string
  formatValue?: (name: MemberKey<T>, value: unknown) => ReactNode
  /** Members that are long texts: they are compared by line, and chosen by part. */
  texts?: readonly MemberKey<T>[]
  /** Author of the stored values: 沈砚秋 10:38 保存了版本 48. */
  savedBy: string
  isSaving?: boolean
  /** Label of the button when the choice is not saved at once. */
  saveLabel?: string
  onSave: (choices: Choices) => void
  onBack: () => void
  onDiscard: () => void
}

/** A refused save: both sides of each member. A change of only one side is merged; a change of both needs a choice. */
export function ConflictTable<T extends object>(props: ConflictTableProps<T>) {
  const {
    base,
    mine,
    theirs,
    getLabel,
    formatValue = (_name, value) => formatPlainValue(value),
    texts = [],
    savedBy,
  } = props
  const [choices, setChoices] = useState<Choices>(() => Object.fromEntries(texts.map((name) => [name, {}])))
  const titleId = useId()
  const members = compareSides(base, mine, theirs)
  const open = members.filter((member) => !isDecided(member, choices[member.name]))
  return (
    <section className={styles.root} aria-labelledby={titleId}>
      <div className={styles.head} role="alert">
        <Icon of={GitCompareArrows} />
        <div>
          <h2 id={titleId}>没有保存：内容已被他人修改</h2>
          <p>{savedBy}。您填写的都还在，请逐项决定。</p>
        </div>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">您的</th>
            <th scope="col">已保存的</th>
            <th scope="col">打开时</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.name}
              member={member}
              label={getLabel(member.name)}
              formatValue={(value) => formatValue(member.name, value)}
              isOpen={open.includes(member)}
              choice={choices[member.name]}
              onChoose={(choice) => setChoices((before) => ({ ...before, [member.name]: choice }))}
            />
          ))}
        </tbody>
      </table>
      <footer className={styles.foot}>
        <p className={styles.left}>{open.length > 0 ? `还有 ${open.length} 项要选` : '都已决定'}</p>
        <Button variant="quiet" onClick={props.onDiscard}>
          放弃我的改动
        </Button>
        <Button variant="outline" onClick={props.onBack}>
          回去继续改
        </Button>
        <Button
          disabled={open.length > 0}
          isBusy={props.isSaving ?? false}
          busyLabel="保存中"
          onClick={() => props.onSave(choices)}
        >
          {props.saveLabel ?? '按所选保存'}
        </Button>
      </footer>
    </section>
  )
}

type Choice = Choices[string]

function isDecided<T>(member: ComparedMember<T>, choice: Choice): boolean {
  if (member.side !== 'both') return true
  return typeof choice === 'object' ? mergeParts(splitParts(member), choice) !== null : choice !== undefined
}

interface MemberRowProps<T> {
  member: ComparedMember<T>
  label: string
  formatValue: (value: unknown) => ReactNode
  choice: Choice
  isOpen: boolean
  onChoose: (choice: Choice) => void
}

const MERGED = { mine: '只有您改了，已并入', theirs: '只有对方改了，已并入' } as const

function describeMerge<T>({ side }: ComparedMember<T>, isOpen: boolean, isText: boolean): string {
  if (side !== 'both') return MERGED[side]
  return isText && !isOpen ? '两边的改动已并入' : '两边都改了，请选择'
}

function MemberRow<T>({ member, label, formatValue, choice, isOpen, onChoose }: MemberRowProps<T>) {
  const { name, side, base, mine, theirs } = member
  const isText = typeof choice === 'object'
  const renderOption = (which: 'mine' | 'theirs', value: unknown) =>
    side === 'both' ? (
      // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
      <label className={styles.option}>
        <CheckBox
          type="radio"
          name={`side-${name}`}
          aria-label={`${label}：${which === 'mine' ? '用您的' : '用已保存的'}`}
          checked={choice === which}
          onChange={() => onChoose(which)}
        />
        <span>{orEmptyMark(formatValue(value))}</span>
      </label>
    ) : (
      orEmptyMark(formatValue(value))
    )
  return (
    <tr data-side={isText && !isOpen ? undefined : side}>
      <th className={styles.name} scope="row">
        {label}
        <small className={styles.merged}>{describeMerge(member, isOpen, isText)}</small>
      </th>
      {isText ? (
        <td colSpan={3}>
          <TextSides member={member} label={label} choices={choice} onChoose={onChoose} />
        </td>
      ) : (
        <>
          <td data-label="您的" data-hushed={side === 'theirs' || undefined}>
            {renderOption('mine', mine)}
          </td>
          <td data-label="已保存的" data-hushed={side === 'mine' || undefined}>
            {renderOption('theirs', theirs)}
          </td>
          <td data-label="打开时" className={styles.base}>
            {orEmptyMark(formatValue(base))}
          </td>
        </>
      )}
    </tr>
  )
}

function orEmptyMark(text: ReactNode): ReactNode {
  return text === '' ? <span className={styles.none}>空</span> : text
}
