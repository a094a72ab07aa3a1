import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { GemColour } from '#domain/gems/gem-colours.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { FilterChip } from './filter-chip.tsx'
import {
  BOUND_NAMES,
  type BoundProperty,
  type GemFilters,
  isNarrowed,
  NO_FILTERS,
  readGemFilters,
  toGemAddress,
  toSort,
} from './gem-address.ts'
import styles from './gem-filter-panel.module.css'

export interface GemFilterPanelProps {
  filters: GemFilters
  /** Crystal systems that can be chosen. */
  systems: readonly string[]
  colours: readonly GemColour[]
}

/** Measurable properties, with an example of each end. */
const MEASURED: readonly {
  property: BoundProperty
  name: string
  max: string
  like: [string, string]
}[] = [
  { property: 'refractiveIndex', name: '折射率', max: '3', like: ['1.750', '1.780'] },
  { property: 'density', name: '密度 g/cm³', max: '25', like: ['3.90', '4.10'] },
  { property: 'hardness', name: '摩氏硬度', max: '10', like: ['8', '9'] },
]

/**
 * Filters of the tray: visible properties as links, measurable ones in a form. Both are in the address and work without
 * JavaScript.
 */
export function GemFilterPanel({ filters, systems, colours }: GemFilterPanelProps) {
  return (
    <section className={styles.root} aria-label="筛选">
      <div className={styles.line}>
        <span className={styles.name} aria-hidden="true">
          晶系
        </span>
        <nav className={shared.scrollingRow} aria-label="按晶系筛选">
          {[null, ...systems].map((system) => (
            <FilterChip key={system} to={toGemAddress({ ...filters, system })} isCurrent={system === filters.system}>
              {system ?? '全部'}
            </FilterChip>
          ))}
        </nav>
      </div>
      {colours.length > 0 && (
        <div className={styles.line}>
          <span className={styles.name} aria-hidden="true">
            颜色
          </span>
          <nav className={shared.scrollingRow} aria-label="按颜色筛选">
            {[null, ...colours].map((colour) => (
              <FilterChip
                key={colour}
                to={toGemAddress({ ...filters, colour })}
                isCurrent={colour === filters.colour}
                {...(colour && { colour })}
              >
                {colour ?? '全部'}
              </FilterChip>
            ))}
          </nav>
        </div>
      )}
      <MeasureForm filters={filters} />
    </section>
  )
}

function MeasureForm({ filters }: { filters: GemFilters }) {
  const navigate = useNavigate()
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    // The browser would add empty fields of the form to the address.
    void navigate(toGemAddress(readGemFilters(new URLSearchParams(entries))), { preventScrollReset: true })
  }
  return (
    <form className={styles.form} method="get" action="/gem" onSubmit={handleSubmit}>
      <label className={styles.field}>
        <span className={styles.label}>名称</span>
        <input
          className={styles.input}
          name="name"
          type="search"
          maxLength={20}
          placeholder="尖晶石"
          defaultValue={filters.name}
        />
      </label>
      {MEASURED.map(({ property, name, max, like }) => (
        <fieldset className={styles.field} key={property}>
          <legend className={styles.label}>{name}</legend>
          <span className={styles.range}>
            {(['min', 'max'] as const).map((end, index) => (
              <input
                className={styles.input}
                key={end}
                type="number"
                inputMode="decimal"
                name={BOUND_NAMES[property][end]}
                aria-label={`${name} ${end === 'min' ? '下限' : '上限'}`}
                min="0"
                max={max}
                step="any"
                placeholder={like[index]}
                defaultValue={filters[property][end] ?? ''}
              />
            ))}
          </span>
        </fieldset>
      ))}
      {filters.system && <input type="hidden" name="system" value={filters.system} />}
      {filters.colour && <input type="hidden" name="colour" value={filters.colour} />}
      {filters.order !== 'given' && <input type="hidden" name="sort" value={toSort(filters.order)} />}
      <div className={styles.actions}>
        <Button type="submit">筛选</Button>
        {isNarrowed(filters) && (
          <ButtonLink variant="quiet" to={toGemAddress({ ...NO_FILTERS, order: filters.order })} preventScrollReset>
            清除筛选
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
