import type { DataFor } from '@portal/contract/calls.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { FilterDate } from '#manage/controls/lists/filter-bar.tsx'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { useShare } from '#manage/controls/values/use-share.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './issued-ruler.module.css'

type Days = DataFor<'GET /v1/manage/certificates/days'>['days']

/** Edges between days: from 0, before the first day, to the number of days. */
interface Ends {
  from: number
  to: number
}

interface IssuedRulerProps {
  days: Days
  filters: AddressFilters
}

/**
 * Issued certificates by day, on a ruler whose two ends set the days of the list. They are dragged, or moved with the arrow keys.
 * Two fields beside the ruler do the same.
 */
export function IssuedRuler({ days, filters }: IssuedRulerProps) {
  const [from, to] = [filters.get('from'), filters.get('to')]
  const address = `${from}_${to}`
  const [movedEnds, setMoved] = useState<{ ends: Ends; on: string } | null>(null)
  const filterEnds = findEnds(days, from, to)
  // A moved end keeps its position until the address has changed.
  const ends = movedEnds?.on === address ? movedEnds.ends : filterEnds
  const selected = days.slice(ends.from, ends.to)
  const total = formatNumber(selected.reduce((sum, { issued }) => sum + issued, 0))
  const [first, last] = [selected.at(0)?.day ?? '', selected.at(-1)?.day ?? '']
  const commit = () => {
    if (ends.from === filterEnds.from && ends.to === filterEnds.to) return
    filters.setAll({ from: ends.from === 0 ? '' : first, to: ends.to === days.length ? '' : last })
  }
  const hasIssued = days.some(({ issued }) => issued > 0)
  return (
    <figure className={styles.root}>
      <figcaption className={styles.head}>
        <span className={styles.words}>
          每日签发　选中 <b className={styles.total}>{total}</b> 份
        </span>
        <FilterDate label="自" value={from} onChange={(day) => filters.set('from', day)} />
        <FilterDate label="至" value={to} onChange={(day) => filters.set('to', day)} />
      </figcaption>
      {hasIssued && (
        <Plot
          days={days}
          ends={ends}
          label={`近 12 周每日签发份数；选中 ${first} 至 ${last}，共 ${total} 份`}
          onMove={(next) => setMoved({ ends: next, on: address })}
          onEnd={commit}
        />
      )}
      <VisuallyHidden>
        <WeekTable days={days} />
      </VisuallyHidden>
    </figure>
  )
}

interface PlotProps {
  days: Days
  ends: Ends
  label: string
  onMove: (ends: Ends) => void
  /** Called when an end is released. */
  onEnd: () => void
}

function Plot({ days, ends, label, onMove, onEnd }: PlotProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const name of ['from', 'to'] as const) {
      ref.current?.style.setProperty(`--${name}`, `${(ends[name] / days.length) * 100}%`)
    }
  }, [ends, days.length])
  const greatest = Math.max(...days.map(({ issued }) => issued))
  const shared = { className: styles.end, min: 0, max: days.length }
  const endings = { onPointerUp: onEnd, onKeyUp: onEnd, onBlur: onEnd }
  return (
    <div className={styles.plot} ref={ref} title="拖动两端选日期">
      <div className={styles.band} />
      <div className={styles.bars} role="img" aria-label={label}>
        {days.map(({ day, issued }, at) => (
          <Bar key={day} day={day} share={issued / greatest} isOn={at >= ends.from && at < ends.to} />
        ))}
      </div>
      <input
        type="range"
        {...shared}
        {...endings}
        value={ends.from}
        aria-label="签发日期自"
        aria-valuetext={days[ends.from]?.day}
        onChange={({ target }) => onMove({ ...ends, from: Math.min(Number(target.value), ends.to - 1) })}
      />
      <input
        type="range"
        {...shared}
        {...endings}
        value={ends.to}
        aria-label="签发日期至"
        aria-valuetext={days[ends.to - 1]?.day}
        onChange={({ target }) => onMove({ ...ends, to: Math.max(Number(target.value), ends.from + 1) })}
      />
    </div>
  )
}

/** A day outside the ruler is placed at its end. */
function findEnds(days: Days, from: string, to: string): Ends {
  const begin = from === '' ? 0 : days.filter(({ day }) => day < from).length
  const end = to === '' ? days.length : days.filter(({ day }) => day <= to).length
  const first = Math.min(begin, days.length - 1)
  return { from: first, to: Math.max(end, first + 1) }
}

function Bar({ day, share, isOn }: { day: string; share: number; isOn: boolean }) {
  const ref = useShare<HTMLElement>(share)
  const isMonth = day.endsWith('-01')
  const isMonday = new Date(day).getUTCDay() === 1
  return (
    <span
      className={styles.day}
      data-on={isOn || undefined}
      data-tick={isMonth ? 'month' : isMonday ? 'week' : undefined}
    >
      <i ref={ref} data-none={share === 0 || undefined} />
      {isMonth && <small>{Number(day.slice(5, 7))} 月</small>}
    </span>
  )
}

/** A table of the figures by week. */
function WeekTable({ days }: { days: Days }) {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_none, nth) => days.slice(nth * 7, nth * 7 + 7))
  return (
    <table>
      <caption>每周签发份数</caption>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            <th scope="row">{`${week[0]?.day} 至 ${week.at(-1)?.day}`}</th>
            <td>{week.reduce((sum, { issued }) => sum + issued, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
