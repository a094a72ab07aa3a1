import { X } from '@lucide/icons'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import styles from './compare-bar.module.css'
import { LEAST_COMPARED, MOST_COMPARED, toCompareAddress } from './gem-address.ts'
import { clearPicks, type GemPick, removePick } from './gem-picks.ts'

/** Connects the checkboxes in the tray with the bar's form. */
export const COMPARE_FORM_ID = 'compare'

export interface CompareBarProps {
  picks: readonly GemPick[]
  /** After hydration the bar knows the picks and stays in view. */
  isReady: boolean
}

/** The picked gems and a link to compare them. Without JavaScript, a form that sends the checkboxes. */
export function CompareBar({ picks, isReady }: CompareBarProps) {
  const navigate = useNavigate()
  const canCompare = picks.length >= LEAST_COMPARED
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canCompare) void navigate(toCompareAddress(picks.map(({ id }) => id)))
  }
  return (
    <form
      className={styles.root}
      id={COMPARE_FORM_ID}
      method="get"
      action="/gem"
      aria-label="对比"
      data-afloat={(isReady && picks.length > 0) || undefined}
      onSubmit={handleSubmit}
    >
      <p className={styles.words} aria-live="polite">
        {picks.length === 0
          ? `勾选 ${LEAST_COMPARED} 至 ${MOST_COMPARED} 种宝石，并排对比测量值`
          : `已选 ${picks.length} 种，最多 ${MOST_COMPARED} 种`}
      </p>
      {isReady && picks.length > 0 && (
        <ul className={shared.wrap2}>
          {picks.map(({ id, name }) => (
            <li key={id}>
              <button
                className={styles.pick}
                type="button"
                aria-label={`不再对比${name}`}
                onClick={() => removePick(id)}
              >
                {name}
                <Icon of={X} sizePx={15} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {isReady && picks.length > 0 && (
          <Button variant="quiet" onClick={clearPicks}>
            清空
          </Button>
        )}
        <Button type="submit" disabled={isReady && !canCompare}>
          对比
        </Button>
      </div>
    </form>
  )
}
