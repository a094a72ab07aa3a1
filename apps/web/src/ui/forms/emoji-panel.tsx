import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { EMOJI_GROUPS } from './emoji-list.ts'
import styles from './emoji-panel.module.css'

export interface EmojiPanelProps {
  onChoose: (emoji: string) => void
}

/** Number of columns in the style sheet. */
const COLUMNS = 7
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }
const COUNT = EMOJI_GROUPS.reduce((sum, { emoji }) => sum + emoji.length, 0)

/** A grid of emoji with one tab stop and arrow keys; focused when it opens. */
export function EmojiPanel({ onChoose }: EmojiPanelProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const listButtons = () => [...(ref.current?.querySelectorAll('button') ?? [])]
  useEffect(() => ref.current?.querySelector('button')?.focus({ preventScroll: true }), [])

  const handleKeyDown = (event: KeyboardEvent) => {
    const target = getTarget(event.key, current)
    if (target === undefined) return
    event.preventDefault()
    setCurrent(target)
    listButtons()[target]?.focus()
  }
  let index = -1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the buttons inside
    <div className={styles.root} ref={ref} onKeyDown={handleKeyDown}>
      {EMOJI_GROUPS.map(({ name, emoji }) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.name}>{name}</h3>
          <div className={styles.grid}>
            {emoji.map(([char, words]) => {
              index += 1
              const at = index
              return (
                <button
                  className={styles.emoji}
                  key={char}
                  type="button"
                  tabIndex={at === current ? 0 : -1}
                  aria-label={words}
                  title={words}
                  onFocus={() => setCurrent(at)}
                  onClick={() => onChoose(char)}
                >
                  {char}
                </button>
              )
            })}
          </div>
        </section>
      ))}
    </div>
  )
}

function getTarget(key: string, current: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return COUNT - 1
  const step = STEPS[key]
  return step === undefined ? undefined : Math.min(COUNT - 1, Math.max(0, current + step))
}
