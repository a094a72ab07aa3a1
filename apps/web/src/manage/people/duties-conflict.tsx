import { DUTIES, DUTY_NAMES, type Duty } from '@portal/contract/accounts/duties.ts'
import { mergeSides } from '#manage/controls/saving/compare-sides.ts'
import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'

/** Stored duties after a colleague has changed the account: `current` of a 409. */
export interface StoredDuties {
  version: number
  duties: readonly Duty[]
  savedBy: string | null
  savedAt: string | null
}

interface DutiesConflictProps {
  /** Duties when the page was opened; `mine` are those chosen here. */
  base: readonly Duty[]
  mine: readonly Duty[]
  stored: StoredDuties
  isSaving: boolean
  onSave: (duties: Duty[], version: number) => void
  onBack: () => void
  onDiscard: () => void
}

type Held = Record<Duty, boolean>

const renderDuties = (duties: readonly Duty[]) =>
  Object.fromEntries(DUTIES.map((duty) => [duty, duties.includes(duty)])) as Held

/** A conflict when two owners change the duties of one account: both sides, and the merged result. */
export function DutiesConflict({ base, mine, stored, onSave, ...rest }: DutiesConflictProps) {
  const [openedDuties, chosenDuties, theirs] = [renderDuties(base), renderDuties(mine), renderDuties(stored.duties)]
  return (
    <ConflictTable<Held>
      {...rest}
      base={openedDuties}
      mine={chosenDuties}
      theirs={theirs}
      getLabel={(duty) => DUTY_NAMES[duty]}
      formatValue={(_duty, isHeld) => (isHeld ? '授予' : '不授予')}
      savedBy={`${stored.savedBy ?? '另一位负责人'}${stored.savedAt ? ` ${formatShortTime(stored.savedAt)}` : ''} 改过这个账号`}
      onSave={(choices) => {
        const merged = mergeSides(openedDuties, chosenDuties, theirs, choices)
        onSave(
          DUTIES.filter((duty) => merged[duty]),
          stored.version,
        )
      }}
    />
  )
}
