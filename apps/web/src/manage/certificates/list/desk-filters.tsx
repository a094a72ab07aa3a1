import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { FilterBar, FilterSelect, FilterText } from '#manage/controls/lists/filter-bar.tsx'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import type { DeskRow } from '../desk-words.ts'

const ALL = { value: '', label: '全部' }
const CATEGORY_OPTIONS = [
  ALL,
  ...Object.entries(CERTIFICATE_CATEGORIES).map(([value, label]) => ({ value, label: label as string })),
]
const WARNED_OPTIONS = [ALL, { value: 'any', label: '有' }, { value: 'open', label: '有待答' }]

interface DeskFiltersProps {
  filters: AddressFilters
  rows: readonly DeskRow[]
}

/** Search and filters of the desk; they suggest the names on the page. */
export function DeskFilters({ filters, rows }: DeskFiltersProps) {
  const getFilterProps = (name: string) => ({
    value: filters.get(name),
    onChange: (value: string) => filters.set(name, value),
  })
  const names = [...new Set(rows.map(({ preparedBy }) => preparedBy).filter((name) => name !== null))]
  return (
    <FilterBar
      list="certificates"
      search={{
        value: filters.get('search'),
        placeholder: '编号、编号前几位、结论',
        onSearch: (text) => filters.set('search', text),
      }}
      onClear={filters.setNames.length > 0 ? filters.clear : undefined}
    >
      <FilterSelect label="类别" options={CATEGORY_OPTIONS} {...getFilterProps('category')} />
      <FilterText key={filters.get('by')} label="制作" suggestions={names} {...getFilterProps('by')} />
      <FilterSelect label="警示" options={WARNED_OPTIONS} {...getFilterProps('warned')} />
    </FilterBar>
  )
}
