import { ArrowLeft, ArrowRight, CalendarDays } from '@lucide/icons'
import { type FormEvent, useId, useState } from 'react'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import styles from './desk-foot.module.css'

interface DeskFootProps {
  filters: AddressFilters
  /** Positions of older and newer rows; `null`: there are none. */
  next: string | null
  previous: string | null
  /** The list is sorted by number, so a day is no position in it. */
  isByNumber: boolean
}

/** Links below the list to newer and older rows, and to a day. Pages have no numbers. */
export function DeskFoot({ filters, next, previous, isByNumber }: DeskFootProps) {
  return (
    <footer className={styles.root}>
      <span className={styles.words}>
        {isByNumber ? '按编号排列，较大的在前' : '按签发日排列，较新的在前'}，每页 50
        份。核对码只印不显，列表与导出均不含。
      </span>
      <PageButton icon={ArrowLeft} label="较新" to={previous && filters.linkWith('before', previous)} />
      <PageButton icon={ArrowRight} label="较旧" to={next && filters.linkWith('after', next)} />
      {!isByNumber && <JumpToDay filters={filters} />}
    </footer>
  )
}

interface PageButtonProps {
  icon: typeof ArrowLeft
  label: string
  to: string | null
}

function PageButton({ icon, label, to }: PageButtonProps) {
  if (to === null) {
    return (
      <Button variant="outline" icon={icon} disabled>
        {label}
      </Button>
    )
  }
  return (
    <ButtonLink variant="outline" icon={icon} to={to}>
      {label}
    </ButtonLink>
  )
}

/** Serial number that sorts after every number of a day. */
const DAY_END = 'SH99999999999999'

/** Leads to the newest certificate of a day, or to the next older one. */
function JumpToDay({ filters }: { filters: AddressFilters }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [day, setDay] = useState('')
  if (!isOpen) {
    return (
      <Button variant="quiet" icon={CalendarDays} onClick={() => setIsOpen(true)}>
        跳到日期
      </Button>
    )
  }
  const jump = (event: FormEvent) => {
    event.preventDefault()
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) filters.set('after', `${day}_${DAY_END}`)
  }
  return (
    <form className={styles.jump} onSubmit={jump}>
      <label htmlFor={id}>日期</label>
      <input
        className={styles.day}
        id={id}
        type="date"
        required
        // biome-ignore lint/a11y/noAutofocus: opened by its own button
        autoFocus
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit" variant="outline">
        前往
      </Button>
    </form>
  )
}
