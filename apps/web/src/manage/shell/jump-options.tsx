import { useEffect, useRef } from 'react'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { MarkedText } from '#manage/controls/values/marked-text.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './jump-dialog.module.css'
import type { JumpItem } from './jump-list.ts'

interface JumpOptionsProps {
  /** Prefix of the ids of the elements. */
  id: string
  items: readonly JumpItem[]
  chosen: JumpItem | undefined
  typed: string
  onGo: (item: JumpItem) => void
}

/** The found targets by group; the field above keeps the focus. */
export function JumpOptions({ id, items, chosen, typed, onGo }: JumpOptionsProps) {
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="结果">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <h3 className={styles.group} id={`${id}-${group}`} role="presentation">
            {group}
          </h3>
          {items
            .filter((item) => item.group === group)
            .map((item) => (
              <Option
                key={item.key}
                id={`${id}-${item.key}`}
                item={item}
                words={typed.trim() === '' ? [] : [typed.trim()]}
                isChosen={item === chosen}
                onGo={onGo}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  item: JumpItem
  words: readonly string[]
  isChosen: boolean
  onGo: (item: JumpItem) => void
}

function Option({ id, item, words, isChosen, onGo }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { title, note, icon, keyName } = item
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      ref={ref}
      className={styles.option}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={() => onGo(item)}
    >
      <Icon of={icon} sizePx={16} />
      <span className={styles.title}>
        <MarkedText text={title} words={words} />
      </span>
      {note && (
        <small className={styles.note}>
          <MarkedText text={note} words={words} />
        </small>
      )}
      {keyName && <KeyCaps of={keyName} />}
    </div>
  )
}
