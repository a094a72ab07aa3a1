import { Plus, X } from '@lucide/icons'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import type { TaxonomyOption } from '../writing.ts'
import styles from './tag-field.module.css'
import { TAGS_MAX } from './writing-faults.ts'

const SHOWN = 12

export interface TagFieldProps {
  tags: readonly TaxonomyOption[]
  chosen: readonly number[]
  isReadOnly: boolean
  onChange: (ids: readonly number[]) => void
}

/** Field in which the author chooses up to three tags. */
export function TagField({ tags, chosen, isReadOnly, onChange }: TagFieldProps) {
  const id = useId()
  const openerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [word, setWord] = useState('')
  const isFull = chosen.length >= TAGS_MAX
  const wanted = word.trim().toLowerCase()
  const found = tags.filter(({ id: tagId, name }) => !chosen.includes(tagId) && name.toLowerCase().includes(wanted))
  const close = () => {
    setIsOpen(false)
    setWord('')
    openerRef.current?.focus()
  }
  const add = (tagId: number) => {
    onChange([...chosen, tagId])
    setWord('')
    if (chosen.length + 1 >= TAGS_MAX) close()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const [first] = found
    if (first && wanted) add(first.id)
  }
  return (
    <fieldset className={shared.stack2} onKeyDown={handleKeyDown}>
      <legend className={shared.fieldLegend}>标签（最多 {TAGS_MAX} 个）</legend>
      <div className={shared.wrap2}>
        {chosen.map((tagId) => {
          const name = tags.find((tag) => tag.id === tagId)?.name ?? `标签 ${tagId}`
          return (
            <button
              key={tagId}
              type="button"
              className={styles.chip}
              disabled={isReadOnly}
              aria-label={`去掉标签 ${name}`}
              onClick={() => {
                onChange(chosen.filter((one) => one !== tagId))
                openerRef.current?.focus()
              }}
            >
              {name}
              <Icon of={X} sizePx={15} />
            </button>
          )
        })}
        <button
          ref={openerRef}
          type="button"
          className={styles.chip}
          disabled={isReadOnly || isFull}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={Plus} sizePx={15} />
          {isFull ? '已选满' : '标签'}
        </button>
      </div>
      <div className={styles.panel} id={`${id}-panel`} hidden={!isOpen}>
        {isOpen && (
          <>
            <input
              className={styles.search}
              type="search"
              value={word}
              placeholder="查找标签"
              aria-label="查找标签"
              // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
              autoFocus
              onChange={({ target }) => setWord(target.value)}
              onKeyDown={handleEnter}
            />
            <div className={shared.wrap2}>
              {found.slice(0, SHOWN).map(({ id: tagId, name }) => (
                <button key={tagId} type="button" className={styles.chip} onClick={() => add(tagId)}>
                  {name}
                </button>
              ))}
            </div>
            <p className={styles.note} role="status">
              {found.length === 0 && '没有这个标签'}
              {found.length > SHOWN && `还有 ${found.length - SHOWN} 个，输入文字查找`}
            </p>
          </>
        )}
      </div>
    </fieldset>
  )
}
