import { X } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './tag-picker.module.css'

const TAGS_MAX = 3

interface TagPickerProps {
  tags: readonly { id: number; name: string }[]
  chosen: readonly number[]
  isReadOnly: boolean
  onChange: (chosen: number[]) => void
}

/** The tags of an article: chosen ones can be removed, others can be added from a list. */
export function TagPicker({ tags, chosen, isReadOnly, onChange }: TagPickerProps) {
  const others = tags.filter(({ id }) => !chosen.includes(id))
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
            {tags.find(({ id }) => id === tag)?.name ?? tag}
            {!isReadOnly && <Icon of={X} sizePx={14} />}
          </button>
        ))}
        {!isReadOnly && chosen.length < TAGS_MAX && (
          <select
            className={styles.more}
            aria-label="加标签"
            value=""
            onChange={({ target }) => onChange([...chosen, Number(target.value)])}
          >
            <option value="" disabled>
              + 标签
            </option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
    </fieldset>
  )
}
