import { X } from '@lucide/icons'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { GemCell } from '#domain/gems/gem-cell.tsx'
import type { LoaderData } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import shared from '#ui/shared.module.css'
import bar from './compare-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import {
  COMPARED_MAX,
  COMPARED_MIN,
  type GemFilters,
  type GemOrder,
  isNarrowed,
  NO_FILTERS,
  toCompareAddress,
  toGemAddress,
} from './gem-address.ts'
import type { GemEntry } from './gem-choice.ts'
import { GemFilterPanel } from './gem-filter-panel.tsx'
import type { gemLoader } from './gem-loader.ts'
import { addPicks, clearPicks, type GemPick, removePick, useGemPicks } from './gem-picks.ts'
import styles from './gem-tray.module.css'

const ORDERS: readonly { order: GemOrder; text: string }[] = [
  { order: 'given', text: '默认' },
  { order: 'refractiveIndex', text: '折射率' },
  { order: 'density', text: '密度' },
  { order: 'hardness', text: '硬度' },
]

/** All gems as in a specimen tray, with filters above and the selected gems below. */
export function GemTray({ data }: { data: Extract<LoaderData<typeof gemLoader>, { kind: 'tray' }> }) {
  const { filters, entries, total, systems, colours, picked } = data
  const { picks, isReady } = usePicks(picked, entries)
  return (
    <>
      <GemFilterPanel filters={filters} systems={systems} colours={colours} />
      <div className={styles.head}>
        <h2 className={styles.count} aria-live="polite">
          {isNarrowed(filters)
            ? `${formatNumber(entries.length)} 种宝石符合条件，共 ${formatNumber(total)} 种`
            : `共 ${formatNumber(total)} 种宝石`}
        </h2>
        <Orders filters={filters} />
      </div>
      {entries.length > 0 ? (
        <ul className={styles.tray}>
          {entries.map((entry) => (
            <li className={styles.place} key={entry.id}>
              <GemCell
                className={styles.cell}
                name={entry.name}
                to={entry.to}
                facts={entry.facts}
                summary={entry.summary}
                action={<PickBox entry={entry} picks={picks} />}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NothingFound filters={filters} />
      )}
      {(entries.length > 0 || picks.length > 0) && <CompareBar picks={picks} isReady={isReady} />}
    </>
  )
}

/** Selected gems: those of the address before hydration, those of the tab after it. */
function usePicks(picked: readonly GemPick[], entries: readonly GemEntry[]) {
  const tabPicks = useGemPicks(({ picks }) => picks)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    addPicks(picked)
    addPicks(entries.filter(({ id }) => isTicked(id)))
    setIsReady(true)
  }, [picked, entries])
  return { picks: isReady ? tabPicks : picked, isReady }
}

/** Whether a box is ticked in the document: a visitor may have ticked it before hydration. */
function isTicked(id: number): boolean {
  return document.querySelector(`input[form="${COMPARE_FORM_ID}"][value="${id}"]:checked`) !== null
}

function PickBox({ entry: { id, name }, picks }: { entry: GemEntry; picks: readonly GemPick[] }) {
  const isPicked = picks.some((pick) => pick.id === id)
  return (
    <label className={styles.pick}>
      <input
        type="checkbox"
        // The bar's button submits the checkboxes of the whole tray without JavaScript.
        form={COMPARE_FORM_ID}
        name="compare"
        value={id}
        aria-label={`对比${name}`}
        checked={isPicked}
        disabled={!isPicked && picks.length >= COMPARED_MAX}
        onChange={() => (isPicked ? removePick(id) : addPicks([{ id, name }]))}
      />
      <span aria-hidden="true">对比</span>
    </label>
  )
}

function Orders({ filters }: { filters: GemFilters }) {
  return (
    <nav className={styles.orders} aria-label="排序">
      <span className={styles.ordersName} aria-hidden="true">
        排序
      </span>
      {ORDERS.map(({ order, text }) => (
        <FilterChip
          key={order}
          look="plain"
          to={toGemAddress({ ...filters, order })}
          isCurrent={order === filters.order}
        >
          {text}
        </FilterChip>
      ))}
    </nav>
  )
}

function NothingFound({ filters }: { filters: GemFilters }) {
  return isNarrowed(filters) ? (
    <EmptyState
      title="没有符合条件的宝石"
      link={{ to: toGemAddress({ ...NO_FILTERS, order: filters.order }), text: '清除筛选' }}
    >
      <p>放宽数值范围，或减少条件再试。</p>
    </EmptyState>
  ) : (
    <EmptyState link={{ to: '/', text: '返回首页' }} />
  )
}

/** Id by which the checkboxes in the tray belong to the bar's form. */
const COMPARE_FORM_ID = 'compare'

interface CompareBarProps {
  picks: readonly GemPick[]
  /** Whether the page is hydrated: the bar then knows the selected gems and stays in view. */
  isReady: boolean
}

/** The selected gems and a link to compare them; without JavaScript a form that sends the checkboxes. */
function CompareBar({ picks, isReady }: CompareBarProps) {
  const navigate = useNavigate()
  const canCompare = picks.length >= COMPARED_MIN
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canCompare) void navigate(toCompareAddress(picks.map(({ id }) => id)))
  }
  return (
    <form
      className={bar.root}
      id={COMPARE_FORM_ID}
      method="get"
      action="/gem"
      aria-label="对比"
      data-afloat={(isReady && picks.length > 0) || undefined}
      onSubmit={handleSubmit}
    >
      <p className={bar.words} aria-live="polite">
        {picks.length === 0
          ? `勾选 ${COMPARED_MIN} 至 ${COMPARED_MAX} 种宝石，并排对比测量值`
          : `已选 ${picks.length} 种，最多 ${COMPARED_MAX} 种`}
      </p>
      {isReady && picks.length > 0 && (
        <ul className={shared.wrap2}>
          {picks.map(({ id, name }) => (
            <li key={id}>
              <button className={bar.pick} type="button" aria-label={`不再对比${name}`} onClick={() => removePick(id)}>
                {name}
                <Icon of={X} sizePx={15} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={bar.actions}>
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
