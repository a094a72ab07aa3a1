import { Search } from '@lucide/icons'
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'
import { Form } from 'react-router-dom'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './question-page.module.css'

export interface QuestionSearchProps {
  query: string
  /** Called for each key, except during composition by an input method. */
  onQueryChange: (query: string) => void
  /** Number of hits, as text. */
  status: string
  path: string
}

export function QuestionSearch({ query, onQueryChange, status, path }: QuestionSearchProps) {
  const [typed, setTyped] = useState(query)
  const isComposing = useRef(false)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value)
    if (!isComposing.current) onQueryChange(target.value)
  }
  const handleCompositionEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    isComposing.current = false
    onQueryChange(currentTarget.value)
  }
  return (
    <Form className={styles.search} action={path} method="get" role="search" aria-label="常见问题" preventScrollReset>
      <label className={styles.field}>
        <VisuallyHidden>在常见问题中查找</VisuallyHidden>
        <Icon of={Search} sizePx={18} className={styles.icon} />
        <input
          className={styles.input}
          type="search"
          name="q"
          value={typed}
          maxLength={50}
          placeholder="例如：加急、复检"
          autoComplete="off"
          enterKeyHint="search"
          onChange={handleChange}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={handleCompositionEnd}
        />
      </label>
      <Button type="submit" className={styles.submit}>
        查找
      </Button>
      <p className={styles.status} role="status">
        {status}
      </p>
    </Form>
  )
}
