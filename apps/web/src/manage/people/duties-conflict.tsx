import { DUTIES, DUTY_NAMES, type Duty } from '@portal/contract/manage/duties.ts'
import { mergeSides } from '#manage/controls/saving/compare-sides.ts'
import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import { shortTime } from './people-words.ts'

/** What the site has after somebody else has changed the account: `current` of a 409. */
export interface StoredDuties {
  version: number
  duties: readonly Duty[]
  savedBy: string | null
  savedAt: string | null
}

interface DutiesConflictProps {
  /** When the page was opened; as chosen here. */
  base: readonly Duty[]
  mine: readonly Duty[]
  stored: StoredDuties
  isSaving: boolean
  onSave: (duties: Duty[], version: number) => void
  onBack: () => void
  onDiscard: () => void
}

type Held = Record<Duty, boolean>

const heldOf = (duties: readonly Duty[]) =>
  Object.fromEntries(DUTIES.map((duty) => [duty, duties.includes(duty)])) as Held

/** Two owners changed the duties of one account at once: both sides, and what they make together. */
export function DutiesConflict({ base, mine, stored, onSave, ...rest }: DutiesConflictProps) {
  const [opened, own, theirs] = [heldOf(base), heldOf(mine), heldOf(stored.duties)]
  return (
    <ConflictTable<Held>
      {...rest}
      base={opened}
      mine={own}
      theirs={theirs}
      labelOf={(duty) => DUTY_NAMES[duty]}
      textOf={(_duty, isHeld) => (isHeld ? '授予' : '不授予')}
      savedBy={`${stored.savedBy ?? '另一位负责人'}${stored.savedAt ? ` ${shortTime(stored.savedAt)}` : ''} 改过这个账号`}
      onSave={(choices) => {
        const merged = mergeSides(opened, own, theirs, choices)
        onSave(
          DUTIES.filter((duty) => merged[duty]),
          stored.version,
        )
      }}
    />
  )
}
