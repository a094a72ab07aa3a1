import { X } from '@lucide/icons'
import { useState } from 'react'
import { TopicNameDialog } from '#manage/controls/dialogs/topic-name-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './tag-picker.module.css'

const TAGS_MAX = 3
const NEW_TAG = 'new'

interface TagPickerProps {
  tags: readonly { id: number; name: string }[]
  chosen: readonly number[]
  isReadOnly: boolean
  onChange: (chosen: number[]) => void
}

/** The tags of an article: chosen ones can be removed, others can be added from a list. */
export function TagPicker({ tags, chosen, isReadOnly, onChange }: TagPickerProps) {
  const [added, setAdded] = useState<TagPickerProps['tags']>([])
  const [isAdding, setIsAdding] = useState(false)
  const known = [...tags, ...added]
  const others = known.filter(({ id }) => !chosen.includes(id))
  return (
    <fieldset disabled={isReadOnly}>
      <legend className={styles.legend}>
        标签<span className={styles.limit}>（至多 {TAGS_MAX} 个）</span>
      </legend>
      <div className={styles.root}>
        {chosen.map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            onClick={() => onChange(chosen.filter((one) => one !== tag))}
          >
            <VisuallyHidden>去掉标签：</VisuallyHidden>
            {known.find(({ id }) => id === tag)?.name ?? tag}
            {!isReadOnly && <Icon of={X} sizePx={14} />}
          </button>
        ))}
        {!isReadOnly && chosen.length < TAGS_MAX && (
          <select
            className={styles.more}
            aria-label="加标签"
            value=""
            onChange={({ target }) =>
              target.value === NEW_TAG ? setIsAdding(true) : onChange([...chosen, Number(target.value)])
            }
          >
            <option value="" disabled>
              + 标签
            </option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={NEW_TAG}>新标签…</option>
          </select>
        )}
      </div>
      {isAdding && (
        <TopicNameDialog
          kind="tag"
          topic={null}
          onClose={() => setIsAdding(false)}
          onDone={(tag) => {
            if (!tag) return
            setAdded([...added, tag])
            onChange([...chosen, tag.id])
          }}
        />
      )}
    </fieldset>
  )
}
