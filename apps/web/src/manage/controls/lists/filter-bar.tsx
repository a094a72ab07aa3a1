import { Search, X } from '@lucide/icons'
import type { ViewList } from '@portal/contract/site/saved-view-rules.ts'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { KeyCaps } from '../keys/key-caps.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { DensityButton } from '../views/density-button.tsx'
import { SaveViewButton, ViewChips } from '../views/view-chips.tsx'
import styles from './filter-bar.module.css'

export interface FilterBarProps {
  search?: {
    value: string
    placeholder: string
    onSearch: (text: string) => void
    /** Searches while text is typed, when no request is needed. */
    isLive?: boolean
  }
  /** `FilterSelect`, `FilterDate`. */
  children?: ReactNode
  /** Removes all filters; given when one is set. */
  onClear?: (() => void) | undefined
  /** Content at the right: 84 条, or a state. */
  end?: ReactNode
  /** A list with a density, whose filters can be saved as views. */
  list?: ViewList
}

/** The search and filters of a list. */
export function FilterBar({ search, children, onClear, end, list }: FilterBarProps) {
  const bar = (
    <section className={styles.root} aria-label="筛选">
      {search && <SearchField key={search.isLive ? '' : search.value} {...search} />}
      {children}
      {onClear && (
        <Button variant="quiet" onClick={onClear}>
          清除筛选
        </Button>
      )}
      <div className={styles.end}>
        {end}
        {list && (
          <>
            <DensityButton />
            <SaveViewButton list={list} />
          </>
        )}
      </div>
    </section>
  )
  if (!list) return bar
  return (
    <>
      {bar}
      <ViewChips list={list} />
    </>
  )
}

function SearchField({ value, placeholder, onSearch, isLive = false }: NonNullable<FilterBarProps['search']>) {
  const [text, setText] = useState(value)
  const ref = useRef<HTMLInputElement>(null)
  useKeys({ '/': { words: '搜索', run: () => ref.current?.focus() } })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLive) onSearch(text.trim())
  }
  return (
    <form className={styles.search} onSubmit={handleSubmit}>
      <Icon className={styles.glass} of={Search} sizePx={16} />
      <input
        ref={ref}
        className={styles.input}
        type="search"
        aria-label={`搜索：${placeholder}`}
        placeholder={placeholder}
        value={isLive ? value : text}
        onChange={({ target }) => {
          setText(target.value)
          // The browser's own button clears the field.
          if (isLive || target.value === '') onSearch(target.value)
        }}
      />
      <span className={styles.key}>
        <KeyCaps of="/" />
      </span>
    </form>
  )
}

export interface FilterSelectProps {
  /** Label of the filter: 结果. */
  label: string
  value: string
  /** The first option means no filter and has the value `''`. */
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A filter with a list of values; it is tinted and removable when set. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const id = useId()
  return (
    <span className={styles.filter} data-set={value !== '' || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}：
      </label>
      <select className={styles.select} id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value !== '' && <RemoveFilter label={label} onRemove={() => onChange('')} />}
    </span>
  )
}

export interface FilterDateProps {
  label: string
  /** `2026-11-20`, or empty. */
  value: string
  onChange: (value: string) => void
}

export function FilterDate({ label, value, onChange }: FilterDateProps) {
  const id = useId()
  return (
    <span className={styles.filter} data-set={value !== '' || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        className={styles.date}
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value !== '' && <RemoveFilter label={label} onRemove={() => onChange('')} />}
    </span>
  )
}

export interface FilterTextProps {
  label: string
  value: string
  /** Suggestions while typing. */
  suggestions: readonly string[]
  onChange: (value: string) => void
}

/** A filter by a typed name; it applies on Enter, or when a suggestion is chosen. */
export function FilterText({ label, value, suggestions, onChange }: FilterTextProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onChange(text.trim())
  }
  return (
    <form className={styles.filter} data-set={value !== '' || undefined} onSubmit={handleSubmit}>
      <label className={styles.label} htmlFor={id}>
        {label}：
      </label>
      <input
        className={styles.name}
        id={id}
        list={`${id}-names`}
        value={text}
        placeholder="全部"
        maxLength={64}
        onChange={({ target }) => {
          setText(target.value)
          if (suggestions.includes(target.value)) onChange(target.value)
        }}
      />
      <datalist id={`${id}-names`}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {value !== '' && <RemoveFilter label={label} onRemove={() => onChange('')} />}
    </form>
  )
}

function RemoveFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.remove} onClick={onRemove}>
      <Icon of={X} sizePx={14} />
      <VisuallyHidden>取消筛选：{label}</VisuallyHidden>
    </button>
  )
}
