import { Plus, X } from '@lucide/icons'
import type { OpenSpan } from '@portal/contract/site/site-settings.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './hours-fields.module.css'

const SPANS_MAX = 3

interface SpanFieldsProps {
  /** Subject of the hours: 周一. */
  label: string
  spans: readonly OpenSpan[]
  onChange: (spans: OpenSpan[]) => void
}

/** The opening times of a day: start and end, several with breaks between them; empty: closed. */
export function SpanFields({ label, spans, onChange }: SpanFieldsProps) {
  const put = (at: number, side: 0 | 1, clock: string) =>
    onChange(
      spans.map((span, nth) =>
        nth === at ? ((side === 0 ? [formatClock(clock), span[1]] : [span[0], formatClock(clock)]) as OpenSpan) : span,
      ),
    )
  const add = () => onChange([...spans, spans.length === 0 ? ['9:00', '17:00'] : ['18:00', '20:00']])
  return (
    <div className={styles.spans}>
      {spans.map(([from, until], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity
        <span className={styles.span} key={at}>
          <input
            type="time"
            aria-label={`${label}从`}
            value={padClock(from)}
            onChange={({ target }) => put(at, 0, target.value)}
          />
          –
          <input
            type="time"
            aria-label={`${label}到`}
            value={padClock(until)}
            onChange={({ target }) => put(at, 1, target.value)}
          />
          <IconButton
            icon={X}
            label={`删除${label}的第 ${at + 1} 个时段`}
            onClick={() => onChange(spans.filter((_span, nth) => nth !== at))}
          />
        </span>
      ))}
      {spans.length === 0 && <span className={styles.closed}>休息</span>}
      {spans.length < SPANS_MAX && <IconButton icon={Plus} label={`给${label}加一个时段`} onClick={add} />}
    </div>
  )
}

/** Formats `9:00` for a time input: `09:00`. */
function padClock(clock: string): string {
  return clock.padStart(5, '0').replace('24:00', '23:59')
}

/** Formats `09:00` for display: `9:00`. */
function formatClock(clock: string): string {
  return clock.replace(/^0(\d)/, '$1') || '0:00'
}
