import { Search as SearchIcon } from '@lucide/icons'
import type { ComponentProps } from 'react'
import { KEYWORD_MAX } from '#lib/keyword.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './search-field.module.css'

/** The field for keywords, with its icon. */
export function SearchField(input: ComponentProps<'input'>) {
  return (
    <div className={styles.box}>
      <Icon of={SearchIcon} className={styles.icon} />
      <input
        {...input}
        className={styles.input}
        type="search"
        maxLength={KEYWORD_MAX}
        enterKeyHint="search"
        aria-label="关键词"
        placeholder="请输入关键词"
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}
